import { Button, Group, Stack, Table, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { storageQuery } from "@/api/documents";
import type { StudioDocument } from "@/api/types";
import { CopyButton } from "@/components/CopyButton";
import { ErrorNotice } from "@/components/ErrorNotice";
import { formatCount } from "@/lib/numbers";
import { representationNames, representations } from "@/lib/representations";
import { Waiting } from "@/components/Waiting";

/** The live count in each representation, with the mongosh line that shows the same. */
export function StorageXray({ document }: { document: StudioDocument }) {
  const { data, error, refetch, isFetching } = useQuery({
    ...storageQuery(document.id),
    refetchInterval: document.status === "processing" ? 1000 : false,
  });
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting lines={7} />;
  const agree =
    data.chunks === data.vectors &&
    data.vectors === data.vector_index &&
    data.vector_index === data.text_index;
  return (
    <Stack gap="xs">
      <Table layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={108}>Where</Table.Th>
            <Table.Th w={64} ta="right">
              Count
            </Table.Th>
            <Table.Th>The same in mongosh</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {representationNames.map((name) => {
            const { label, what, mongosh } = representations[name];
            const line = mongosh?.(document.id, document.raw_file_id);
            return (
              <Table.Tr key={name}>
                <Table.Td title={what}>{label}</Table.Td>
                <Table.Td ta="right" className="tabular">
                  {formatCount(data[name])}
                </Table.Td>
                <Table.Td>
                  {line ? (
                    <Group gap={4} wrap="nowrap">
                      <code className="mono oneline" style={{ fontSize: 12, flex: 1 }} title={line}>
                        {line}
                      </code>
                      <CopyButton value={line} label={`Copy the mongosh line for ${label}`} />
                    </Group>
                  ) : (
                    <Text fz="xs" c="dimmed">
                      in the search engine
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      <Group justify="space-between">
        <Text fz="xs" c={agree ? "dimmed" : "var(--studio-warn)"}>
          {agree
            ? "Chunks, vectors and both indexes agree."
            : document.status === "processing"
              ? "Being filled."
              : "The counts do not agree."}
        </Text>
        <Button
          variant="default"
          size="compact-xs"
          loading={isFetching}
          onClick={() => void refetch()}
        >
          Count again
        </Button>
      </Group>
    </Stack>
  );
}
