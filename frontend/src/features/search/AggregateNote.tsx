import { Button, Group, Paper, Stack, Table, Text } from "@mantine/core";
import { useState } from "react";

import type { SearchResponse } from "@/api/types";
import { DocumentLink } from "@/components/DocumentLink";
import { Explained } from "@/components/Explained";
import { formatCount } from "@/lib/numbers";

import { describeConditions } from "./conditions";

type Aggregate = NonNullable<SearchResponse["aggregate"]>;

const FEW = 8;

/** A question that counts, answered by a query over the row records rather than by passages. */
export function AggregateNote({ aggregate }: { aggregate: Aggregate }) {
  const [all, setAll] = useState(false);
  const { answer, records, matching, conditions, group_by, groups } = aggregate;
  const most = Math.max(1, ...groups.map(({ count }) => count));
  const shown = all ? groups : groups.slice(0, FEW);
  return (
    <Paper component="section" aria-label="Counted over records" p="sm">
      <Stack gap={8}>
        <Group gap="sm" align="baseline" style={{ rowGap: 2 }}>
          <Explained
            title="Aggregate question"
            explanation="It asks for a count over many records, and the few best passages cannot hold them all. So this is a query over the row records' fields, and exact."
            topic="aggregate"
          >
            <Text fz="sm" fw={600} style={{ whiteSpace: "nowrap" }}>
              Aggregate question
            </Text>
          </Explained>
          <Text fz="sm" fw={600} className="anyname">
            {answer}
          </Text>
        </Group>
        <Group gap={6} fz="xs" style={{ rowGap: 2 }}>
          <Text span inherit c="dimmed" className="tabular">
            {formatCount(matching)} of {formatCount(records)} records match
            {Object.keys(conditions).length > 0 && ` (${describeConditions(conditions)})`} in
          </Text>
          <DocumentLink id={aggregate.document_id} filename={aggregate.filename} />
        </Group>
        {groups.length > 0 && (
          <Table.ScrollContainer minWidth={280}>
            <Table aria-label={`Records by ${group_by}`} fz="xs" verticalSpacing={3} maw={560}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{group_by}</Table.Th>
                  <Table.Th ta="end">Records</Table.Th>
                  <Table.Th w="45%" />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {shown.map(({ value, count }) => (
                  <Table.Tr key={value}>
                    <Table.Td className="anyname">{value}</Table.Td>
                    <Table.Td ta="end" className="tabular">
                      {formatCount(count)}
                    </Table.Td>
                    <Table.Td>
                      <div
                        aria-hidden
                        style={{
                          width: `${(100 * count) / most}%`,
                          height: 8,
                          background: "var(--studio-accent)",
                        }}
                      />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        )}
        {groups.length > FEW && (
          <Button
            variant="subtle"
            size="compact-xs"
            style={{ alignSelf: "flex-start" }}
            aria-expanded={all}
            onClick={() => setAll(!all)}
          >
            {all ? "Fewer" : `All ${groups.length}`}
          </Button>
        )}
      </Stack>
    </Paper>
  );
}
