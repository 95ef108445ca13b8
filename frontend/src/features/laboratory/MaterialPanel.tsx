import {
  Button,
  Group,
  Paper,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { libraryQuery } from "@/api/documents";
import { useStore } from "@/api/store";
import { formatCount } from "@/lib/numbers";

import { contentTypes } from "./contentTypes";
import { examples } from "./examples";
import type { LaboratorySearch } from "./laboratorySearch";
import { type PastedText, pastedText, pasteText } from "./pastedText";

const MOST_CHARACTERS = 200_000;

interface Props {
  search: LaboratorySearch;
  onChange: (patch: Partial<LaboratorySearch>) => void;
}

/** What is cut: a document of the library, or a text that only this tab knows. */
export function MaterialPanel({ search, onChange }: Props) {
  const { document, example } = search;
  const pasted = useStore(pastedText);
  const [wanted, setWanted] = useState<"document" | "text" | null>(null);
  const given = example || (pasted && !document) ? "text" : "document";
  const kind = wanted ?? given;
  const [seen, setSeen] = useState(given);
  if (seen !== given) {
    setSeen(given);
    setWanted(null);
  }
  const shown: Omit<PastedText, "revision"> = example
    ? { text: examples[example].write(), content_type: examples[example].content_type }
    : (pasted ?? { text: "", content_type: "text/plain" });
  return (
    <Paper p="sm" component="section" aria-label="What is cut">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <SegmentedControl
            aria-label="What is cut"
            data={[
              { value: "document", label: "A document" },
              { value: "text", label: "A text" },
            ]}
            value={kind}
            onChange={(value) => setWanted(value)}
          />
          <Button
            variant="default"
            onClick={() => {
              setWanted(null);
              onChange({
                document: undefined,
                ...NOTHING,
                example: "table",
                ...examples.table.search,
              });
            }}
          >
            Show the classic failure
          </Button>
        </Group>
        {kind === "document" ? (
          <DocumentChoice
            id={document}
            onChoose={(id) => onChange({ document: id, example: undefined })}
          />
        ) : (
          <TextForm
            key={example ?? pasted?.revision ?? 0}
            given={shown}
            onUse={(text, type) => {
              pasteText(text, type);
              onChange({ document: undefined, example: undefined });
            }}
          />
        )}
      </Stack>
    </Paper>
  );
}

/** Settings an example does not name are not left over from what was tried before. */
const NOTHING: Partial<LaboratorySearch> = {
  a_strategy: undefined,
  a_size: undefined,
  a_overlap: undefined,
  a_plain: undefined,
  b_strategy: undefined,
  b_size: undefined,
  b_overlap: undefined,
  b_plain: undefined,
};

interface DocumentChoiceProps {
  id: string | undefined;
  onChoose: (id: string | undefined) => void;
}

function DocumentChoice({ id, onChoose }: DocumentChoiceProps) {
  const { data: library } = useQuery(libraryQuery);
  const ready = (library?.documents ?? []).filter(({ status }) => status === "ready");
  const data = ready.map((document) => ({ value: document.id, label: document.filename }));
  if (id && !data.some(({ value }) => value === id)) data.unshift({ value: id, label: id });
  return (
    <Stack gap={4}>
      <Select
        aria-label="Document"
        placeholder={ready.length ? "Choose a document" : "No document is ready yet"}
        searchable
        clearable
        limit={100}
        maw={520}
        nothingFoundMessage="No document has this in its name"
        data={data}
        value={id ?? null}
        onChange={(value) => onChoose(value ?? undefined)}
      />
      <Text fz="xs" c="dimmed">
        Its chunks in the library stay as they are.
      </Text>
    </Stack>
  );
}

interface TextFormProps {
  given: { text: string; content_type: string };
  onUse: (text: string, contentType: string) => void;
}

function TextForm({ given, onUse }: TextFormProps) {
  const [text, setText] = useState(given.text);
  const [type, setType] = useState(given.content_type);
  const used = text === given.text && type === given.content_type;
  const length = text.length;
  return (
    <Stack gap="xs">
      <Textarea
        aria-label="Text to cut"
        placeholder="Paste a text"
        value={text}
        rows={6}
        dir="auto"
        spellCheck={false}
        classNames={{ input: "mono" }}
        error={
          length > MOST_CHARACTERS &&
          `At most ${formatCount(MOST_CHARACTERS)} characters; upload a longer one.`
        }
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Select
          aria-label="Read as"
          data={contentTypes}
          value={type}
          allowDeselect={false}
          w={150}
          onChange={(value) => setType(value ?? "text/plain")}
        />
        <Button
          disabled={!text.trim() || used || length > MOST_CHARACTERS}
          onClick={() => onUse(text, type)}
        >
          Cut this text
        </Button>
        <Text fz="xs" c="dimmed" className="tabular" ml="auto">
          {formatCount(length)} characters; kept in this tab only
        </Text>
      </Group>
    </Stack>
  );
}
