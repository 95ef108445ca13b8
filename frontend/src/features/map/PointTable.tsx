import { Button, Group, Pagination, Stack, Table, Text, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useState } from "react";

import { DocumentDot } from "@/components/DocumentDot";
import { plural } from "@/lib/numbers";
import { Score } from "@/components/Score";

import type { MapPoint } from "./mapQuery";

const PAGE = 25;

interface Props {
  points: readonly MapPoint[];
  onRead: (chunkId: string) => void;
}

/** The same points as a table: for the keyboard, for screen readers, and nearest first. */
export function PointTable({ points, onRead }: Props) {
  const [opened, { toggle }] = useDisclosure(false);
  const [page, setPage] = useState(1);
  const sorted = [...points].sort((one, other) => (other.score ?? 0) - (one.score ?? 0));
  const pages = Math.max(1, Math.ceil(sorted.length / PAGE));
  const at = Math.min(page, pages);
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Button variant="default" onClick={toggle} aria-expanded={opened}>
          {opened ? "Hide the table" : "The points as a table"}
        </Button>
        {opened && (
          <Text fz="xs" c="dimmed">
            {plural(points.length, "point")}
            {points[0]?.score != null && ", nearest to the question first"}
          </Text>
        )}
      </Group>
      {opened && (
        <>
          <Table.ScrollContainer minWidth={520}>
            <Table aria-label="Points of the map">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Chunk of</Table.Th>
                  <Table.Th>Group</Table.Th>
                  <Table.Th>Status</Table.Th>
                  <Table.Th ta="end">x</Table.Th>
                  <Table.Th ta="end">y</Table.Th>
                  <Table.Th ta="end">Score</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {sorted.slice((at - 1) * PAGE, at * PAGE).map((point) => (
                  <Table.Tr key={point.chunk_id}>
                    <Table.Td maw={280}>
                      <UnstyledButton
                        onClick={() => onRead(point.chunk_id)}
                        fz="sm"
                        c="var(--studio-accent)"
                        aria-label={`Read this chunk of ${point.filename}`}
                      >
                        <Group gap={7} wrap="nowrap">
                          <DocumentDot id={point.document_id} />
                          <span className="anyname">{point.filename}</span>
                        </Group>
                      </UnstyledButton>
                    </Table.Td>
                    <Table.Td className="anyname">{point.group}</Table.Td>
                    <Table.Td>{point.source_status}</Table.Td>
                    <Table.Td ta="end" className="tabular">
                      {point.x.toFixed(3).replace("-", "−")}
                    </Table.Td>
                    <Table.Td ta="end" className="tabular">
                      {point.y.toFixed(3).replace("-", "−")}
                    </Table.Td>
                    <Table.Td ta="end">
                      <Score name="vector" value={point.score} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          <Pagination
            total={pages}
            value={at}
            onChange={setPage}
            getControlProps={(control) => ({ "aria-label": `${control} page` })}
          />
        </>
      )}
    </Stack>
  );
}
