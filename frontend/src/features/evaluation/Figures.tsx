import { Table } from "@mantine/core";

import { Explained } from "@/components/Explained";

import { EstimateValue } from "./EstimateValue";
import classes from "./Evaluation.module.css";
import { MODES, type Summary } from "./evaluationTypes";
import { findMetric } from "./metricValues";
import { METRICS, metricWords } from "./metricWords";
import { modeNames } from "./words";

interface Props {
  summaries: Summary[];
  /** How many results the metrics look at; undefined for a run that has them at its limit only. */
  k: number | undefined;
}

/** The totals of a run: each suite and all together, both modes side by side. */
export function Figures({ summaries, k }: Props) {
  const modes = MODES.filter((mode) => summaries.some((summary) => summary.mode === mode));
  const suites = [...new Set(summaries.map(({ suite }) => suite))];
  const shown = suites.length === 2 ? suites.slice(0, 1) : suites;
  return (
    <Table.ScrollContainer minWidth={760} className={classes.frame}>
      <Table className={classes.table} aria-label="Totals">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Suite</Table.Th>
            <Table.Th>Mode</Table.Th>
            <Table.Th ta="right">Passed</Table.Th>
            {METRICS.map((name) => (
              <Table.Th key={name} ta="right">
                <Explained
                  title={`${metricWords[name].label}${k ? `@${k}` : ""} (0 to 1)`}
                  explanation={`${metricWords[name].explanation} Only questions with a known source count.`}
                  topic="figures"
                >
                  {metricWords[name].label}
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
                  {METRICS.map((name) => (
                    <Table.Td key={name} ta="right">
                      <EstimateValue estimate={findMetric(summary, name, k)} />
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
