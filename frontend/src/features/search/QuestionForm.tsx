import { Button, Group, SegmentedControl, TextInput, VisuallyHidden } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";

import type { LabMode } from "./labSearch";
import { useDraft } from "@/lib/useDraft";

interface Props {
  question: string;
  mode: LabMode;
  busy: boolean;
  onAsk: (question: string) => void;
  onMode: (mode: LabMode) => void;
}

const modes: { value: LabMode; label: string }[] = [
  { value: "vector", label: "Vector only" },
  { value: "hybrid", label: "Hybrid" },
  { value: "both", label: "Side by side" },
];

/** The question and how to answer it. Enter asks; a mode asks at once. */
export function QuestionForm({ question, mode, busy, onAsk, onMode }: Props) {
  const [draft, setDraft] = useDraft(question);
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    if (draft.trim()) onAsk(draft.trim());
  };
  return (
    <form onSubmit={submit} role="search">
      <Group gap="xs" align="flex-start">
        <TextInput
          aria-label="Question"
          placeholder="Ask the documents a question"
          size="sm"
          value={draft}
          maxLength={2000}
          onChange={(event) => setDraft(event.currentTarget.value)}
          style={{ flex: "1 1 260px" }}
          autoComplete="off"
          dir="auto"
          type="search"
          data-question
        />
        <Button
          type="submit"
          size="sm"
          loading={busy}
          disabled={!draft.trim()}
          leftSection={<IconSearch size={15} aria-hidden />}
        >
          Search
        </Button>
        <SegmentedControl
          size="sm"
          data={modes}
          value={mode}
          onChange={(value) => onMode(value)}
          aria-label="Mode"
        />
      </Group>
      <VisuallyHidden role="status">{busy ? "Searching" : ""}</VisuallyHidden>
    </form>
  );
}
