import { Checkbox, Group, Select, Stack, Table, Text } from "@mantine/core";
import { useState } from "react";

import { Explained } from "@/components/Explained";

import classes from "../Evaluation.module.css";
import type { CaseComparison } from "../evaluationTypes";
import { FlipMark } from "../FlipMark";
import type { Flip } from "../flips";
import { formatDifference, metricWords } from "../metricWords";
import styles from "./Comparison.module.css";
import { type CompareSearch, METRIC_CHOICES } from "./compareSearch";
import { listDifferences } from "./differences";

interface Props {
  cases: CaseComparison[];
  k: number;
  metric: NonNullable<CompareSearch["metric"]>;
  all: boolean;
  onChange: (fields: CompareSearch) => void;
}

const FEW = 100;

/** How far a metric moved on every single question, the gains first. */
export function CaseDifferences({ cases, k, metric, all, onChange }: Props) {
  const [whole, setWhole] = useState(false);
  const found = listDifferences(cases, metric, all);
  const shown = whole ? found : found.slice(0, FEW);
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Select
          aria-label="Metric of the differences"
          w={150}
          data={METRIC_CHOICES.map((value) => ({
            value,
            label: `${metricWords[value].label}@${k}`,
          }))}
          value={metric}
          allowDeselect={false}
          onChange={(value) => onChange({ metric: value ?? undefined })}
        />
        <Checkbox
          size="xs"
          label="Also questions on which nothing moved"
          checked={all}
          onChange={(event) => onChange({ shown: event.currentTarget.checked ? "all" : undefined })}
        />
        <Text fz="xs" c="dimmed" className="tabular" ml="auto">
          {found.length} of {cases.length} questions
        </Text>
      </Group>
      {found.length === 0 ? (
        <Text fz="sm" c="dimmed">
          On no question did {metricWords[metric].label}@{k} move.
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={600} className={classes.frame}>
          <Table className={classes.table} aria-label="Each question">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Question</Table.Th>
                <Table.Th>Verdict</Table.Th>
                <Table.Th>
                  <Explained
                    title="Rank of the first evidence"
                    explanation="Where the first evidence of an expected source stood, before and now."
                    topic="comparison"
                  >
                    Rank
                  </Explained>
                </Table.Th>
                <Table.Th>
                  {metricWords[metric].label}@{k}, difference
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {shown.map(({ one, by }) => (
                <Table.Tr key={`${one.suite}/${one.case_id}`}>
                  <Table.Td>
                    <span className="anyname">{one.question}</span>
                    <span className={`${classes.id} mono anyname`}>{one.case_id}</span>
                  </Table.Td>
                  <Table.Td style={{ whiteSpace: "nowrap" }}>
                    {one.flip ? (
                      <FlipMark flip={one.flip as Flip} />
                    ) : (
                      <Text span inherit c="dimmed">
                        {one.passed ? "passes in both" : "fails in both"}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td className="tabular" style={{ whiteSpace: "nowrap" }}>
                    {one.baseline_rank ?? "none"} → {one.rank ?? "none"}
                  </Table.Td>
                  <Table.Td>{by === null ? "–" : <Bar by={by} />}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {found.length > FEW && !whole && (
        <Text fz="xs">
          <button type="button" className={styles.more} onClick={() => setWhole(true)}>
            Show all {found.length}
          </button>
        </Text>
      )}
    </Stack>
  );
}

/** A difference from −1 to 1 as a bar from the middle, and as a number. */
function Bar({ by }: { by: number }) {
  return (
    <span className={styles.difference}>
      <span className="mono tabular">{formatDifference(by)}</span>
      <svg width="120" height="10" aria-hidden className={styles.bar}>
        <line x1="60" x2="60" y1="0" y2="10" stroke="var(--mantine-color-default-border)" />
        <rect
          x={by < 0 ? 60 + by * 60 : 60}
          width={Math.abs(by) * 60}
          y="1"
          height="8"
          fill={by < 0 ? "var(--studio-bad)" : "var(--studio-good)"}
        />
      </svg>
    </span>
  );
}
