import { Group, Paper, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { libraryQuery } from "@/api/documents";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Explained } from "@/components/Explained";
import { plural } from "@/lib/numbers";
import { Waiting } from "@/components/Waiting";

import { HeatCanvas } from "./HeatCanvas";
import { vectorsQuery } from "./mapQuery";

interface Props {
  documentId: string | undefined;
  onChoose: (id: string | undefined) => void;
}

/** All numbers of one document's vectors. */
export function VectorHeatmap({ documentId, onChoose }: Props) {
  const { data: library } = useQuery(libraryQuery);
  const { data, isLoading, isError, error, refetch } = useQuery(vectorsQuery(documentId));
  const drawn = data?.chunks.filter(({ embedding }) => embedding?.length) ?? [];
  return (
    <Paper component="section" p="sm" aria-label="Vector heatmap">
      <Stack gap="xs">
        <Group justify="space-between" align="flex-end" gap="sm">
          <Stack gap={2}>
            <Explained
              title="Vector heatmap"
              explanation="A row a chunk, a column a number of its vector. Blue is negative, orange positive. Rows that look alike say similar things."
              topic="embedding"
            >
              <Text fz="sm" fw={600}>
                Vector heatmap
              </Text>
            </Explained>
            {data && (
              <Text fz="xs" c="dimmed">
                {drawn.length === data.total
                  ? plural(data.total, "chunk")
                  : `The first ${drawn.length} of ${plural(data.total, "chunk")}`}{" "}
                × {drawn[0]?.embedding?.length ?? 0} numbers; blue negative, orange positive.
              </Text>
            )}
          </Stack>
          <Select
            aria-label="Document of the heatmap"
            placeholder="Choose a document"
            searchable
            clearable
            limit={100}
            w={280}
            maw="100%"
            data={(library?.documents ?? [])
              .filter(({ counts }) => counts.vectors > 0)
              .map(({ id, filename }) => ({ value: id, label: filename }))}
            value={documentId ?? null}
            onChange={(id) => onChoose(id ?? undefined)}
          />
        </Group>
        {isLoading && <Waiting lines={6} />}
        {isError && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {data && drawn.length === 0 && <Text fz="sm">This document has no vectors.</Text>}
        {drawn.length > 0 && <HeatCanvas key={documentId} chunks={drawn} />}
      </Stack>
    </Paper>
  );
}
