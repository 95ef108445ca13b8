import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";

interface Props {
  question: string;
  busy: boolean;
  /** Undefined takes the question off the map. */
  onPlace: (question: string | undefined) => void;
}

/** A question to draw among the passages. */
export function QuestionPlace({ question, busy, onPlace }: Props) {
  const [draft, setDraft] = useState(question);
  const [placed, setPlaced] = useState(question);
  if (placed !== question) {
    setPlaced(question);
    setDraft(question);
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onPlace(draft.trim() || undefined);
      }}
    >
      <Group gap="xs">
        <TextInput
          type="search"
          aria-label="Question to place on the map"
          placeholder="Place a question on the map"
          maxLength={2000}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
          style={{ flex: "1 1 220px" }}
          maw={620}
          autoComplete="off"
          dir="auto"
        />
        <Button type="submit" variant="default" loading={busy}>
          Place
        </Button>
        {question && (
          <Button variant="subtle" onClick={() => onPlace(undefined)}>
            Clear
          </Button>
        )}
      </Group>
    </form>
  );
}
