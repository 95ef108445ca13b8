import { Table, Text } from "@mantine/core";

import { Explained } from "@/components/Explained";

import classes from "./Evaluation.module.css";
import { MODES, type Summary } from "./evaluationTypes";
import { modeNames } from "./words";

const figures = [
  {
    name: "hit_rate",
    label: "Hit rate",
    explanation:
      "Share of the questions with a known source whose evidence was among the results, 0 to 1.",
  },
  {
    name: "mean_reciprocal_rank",
    label: "MRR",
    explanation:
      "Mean over those questions of 1 / rank of the first evidence, 0 where there is none; 0 to 1.",
  },
  {
    name: "recall",
    label: "Recall",
    explanation: "Mean share of a question's expected sources that were found, 0 to 1.",
  },
] as const;

/** The totals of a run: each suite and all together, both modes side by side. */
export function Figures({ summaries }: { summaries: Summary[] }) {
  const modes = MODES.filter((mode) => summaries.some((summary) => summary.mode === mode));
  const suites = [...new Set(summaries.map(({ suite }) => suite))];
  const shown = suites.length === 2 ? suites.slice(0, 1) : suites;
  return (
    <Table.ScrollContainer minWidth={520} className={classes.frame}>
      <Table className={classes.table} aria-label="Totals">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Suite</Table.Th>
            <Table.Th>Mode</Table.Th>
            <Table.Th ta="right">Passed</Table.Th>
            {figures.map(({ name, label, explanation }) => (
              <Table.Th key={name} ta="right">
                <Explained title={label} explanation={explanation} topic="evaluation">
                  {label}
                </Explained>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.flatMap((suite) =>
            modes.map((mode, place) => {
              const summary = summaries.find(
                (entry) => entry.suite === suite && entry.mode === mode,
              );
              return (
                <Table.Tr key={`${suite}/${mode}`} fw={suite === null ? 600 : undefined}>
                  {place === 0 && (
                    <Table.Td rowSpan={modes.length} className="anyname">
                      {suite ?? "All suites"}
                    </Table.Td>
                  )}
                  <Table.Td>{modeNames[mode]}</Table.Td>
                  <Table.Td ta="right" className="tabular">
                    {summary ? `${summary.cases.passed} of ${summary.cases.total}` : "–"}
                  </Table.Td>
                  {figures.map(({ name }) => (
                    <Table.Td key={name} ta="right">
                      <Figure value={summary?.[name]} />
                    </Table.Td>
                  ))}
                </Table.Tr>
              );
            }),
          )}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Figure({ value }: { value: number | null | undefined }) {
  return (
    <Text span inherit className="mono tabular">
      {value === null || value === undefined ? "–" : value.toFixed(3)}
    </Text>
  );
}
