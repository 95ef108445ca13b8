import { Group, NumberInput, Paper, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { libraryQuery } from "@/api/documents";
import type { Chunk, SearchResponse } from "@/api/types";
import { DocumentLink } from "@/components/DocumentLink";
import { ErrorNotice } from "@/components/ErrorNotice";
import { plural } from "@/lib/numbers";
import { Waiting } from "@/components/Waiting";

import type { Circumstances } from "./absence";
import { AbsenceTrail } from "./AbsenceTrail";
import { chunkChoicesQuery, chunkQuery, MOST_CHOICES } from "./chunkQueries";
import type { LabSearch } from "./labSearch";
import { useDraft } from "@/lib/useDraft";

interface Props {
  lab: LabSearch;
  responses: SearchResponse[];
  circumstances: Circumstances;
  onChange: (patch: Partial<LabSearch>) => void;
}

/** "Why is this passage not here?": choose one, and see at which stage it was lost. */
export function WhyNot({ lab, responses, circumstances, onChange }: Props) {
  const { data: library } = useQuery(libraryQuery);
  const document = library?.documents.find(({ id }) => id === lab.why_document);
  const chunk = useQuery({
    ...chunkQuery(lab.why_document ?? "", lab.why_chunk ?? 0),
    enabled: lab.why_document !== undefined && lab.why_chunk !== undefined,
  });
  return (
    <Paper component="section" p="sm" aria-labelledby="why-not" id="why-not-panel">
      <Stack gap="sm">
        <Text fz="sm" fw={600} id="why-not" component="h2">
          Why is this passage not here?
        </Text>
        <Group gap="sm" align="flex-end">
          <Select
            label="Document"
            placeholder="Choose a document"
            searchable
            clearable
            limit={100}
            w={280}
            maw="100%"
            data={(library?.documents ?? []).map(({ id, filename }) => ({
              value: id,
              label: filename,
            }))}
            value={lab.why_document ?? null}
            onChange={(id) =>
              onChange({ why_document: id ?? undefined, why_chunk: id ? 0 : undefined })
            }
          />
          {lab.why_document && (
            <ChunkChoice
              documentId={lab.why_document}
              total={document?.counts.chunks ?? 0}
              chosen={lab.why_chunk}
              onChoose={(why_chunk) => onChange({ why_chunk })}
            />
          )}
        </Group>
        {document && document.counts.chunks === 0 && (
          <Text fz="sm">This document has no passages: it is {document.status}.</Text>
        )}
        {chunk.isError && <ErrorNotice error={chunk.error} onRetry={() => void chunk.refetch()} />}
        {chunk.isLoading && <Waiting lines={3} />}
        {chunk.data && (
          <Stack gap="sm">
            <Passage chunk={chunk.data} />
            <Group align="stretch" gap="sm">
              {responses.map((response) => (
                <AbsenceTrail
                  key={response.mode}
                  response={response}
                  chunk={chunk.data as Chunk}
                  circumstances={circumstances}
                />
              ))}
            </Group>
          </Stack>
        )}
        {chunk.data === null && <Text fz="sm">The document has no chunk of this number.</Text>}
      </Stack>
    </Paper>
  );
}

function Passage({ chunk }: { chunk: Chunk }) {
  return (
    <Stack gap={2}>
      <Text fz="xs" component="div">
        <DocumentLink id={chunk.document_id} filename={chunk.filename} chunk={chunk.chunk_index} />
      </Text>
      <Text fz="xs" c="dimmed" className="anyname">
        chunk {chunk.chunk_index}
        {chunk.section && ` · ${chunk.section}`} · {chunk.block_type} · {chunk.source_status}
      </Text>
      <Text fz="xs" lineClamp={3} className="doctext" dir="auto" maw="90ch">
        {chunk.content}
      </Text>
    </Stack>
  );
}

interface ChoiceProps {
  documentId: string;
  total: number;
  chosen: number | undefined;
  onChoose: (index: number) => void;
}

function ChunkChoice({ documentId, total, chosen, onChoose }: ChoiceProps) {
  const few = total <= MOST_CHOICES;
  const { data } = useQuery({ ...chunkChoicesQuery(documentId), enabled: few });
  const [draft, setDraft] = useDraft<number | string>(chosen ?? 0);
  if (!few) {
    return (
      <NumberInput
        label={`Chunk (0 to ${total - 1})`}
        w={150}
        min={0}
        max={total - 1}
        allowDecimal={false}
        clampBehavior="strict"
        value={draft}
        onChange={(value) => {
          setDraft(value);
          if (value !== "") onChoose(Number(value));
        }}
      />
    );
  }
  return (
    <Select
      label={`Passage (${plural(total, "chunk")})`}
      searchable
      limit={200}
      style={{ flex: "1 1 260px" }}
      comboboxProps={{ transitionProps: { duration: 0 }, width: "target" }}
      allowDeselect={false}
      data={data ?? []}
      value={chosen === undefined || !data ? null : String(chosen)}
      onChange={(value) => value !== null && onChoose(Number(value))}
    />
  );
}
