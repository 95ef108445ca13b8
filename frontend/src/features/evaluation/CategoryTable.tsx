import { Table } from "@mantine/core";

import { Explained } from "@/components/Explained";

import { EstimateValue } from "./EstimateValue";
import classes from "./Evaluation.module.css";
import { MODES, type Summary } from "./evaluationTypes";
import { metricWords } from "./metricWords";
import { modeNames, spellOut } from "./words";

const shown = ["hit_rate", "mrr", "ndcg"] as const;

/** Every category of questions over all suites, the modes beside each other. */
export function CategoryTable({ summaries }: { summaries: Summary[] }) {
  const overall = summaries.filter(({ suite }) => suite === null);
  const modes = MODES.filter((mode) => overall.some((summary) => summary.mode === mode));
  const categories = [...new Set(overall.flatMap((one) => Object.keys(one.by_category)))];
  return (
    <Table.ScrollContainer minWidth={620} className={classes.frame}>
      <Table className={classes.table} aria-label="By category">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Category</Table.Th>
            <Table.Th>Mode</Table.Th>
            <Table.Th ta="right">Passed</Table.Th>
            <Table.Th ta="right">
              <Explained
                title="Pass rate (0 to 1)"
                explanation="Share of the category's cases that passed, with its interval. Few cases make it wide."
                topic="figures"
              >
                Pass rate
              </Explained>
            </Table.Th>
            {shown.map((name) => (
              <Table.Th key={name} ta="right">
                <Explained
                  title={`${metricWords[name].label} (0 to 1)`}
                  explanation={`${metricWords[name].explanation} At the run's limit.`}
                  topic="figures"
                >
                  {metricWords[name].label}
                </Explained>
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {categories.flatMap((category) =>
            modes.map((mode, place) => {
              const summary = overall.find((one) => one.mode === mode);
              const figures = summary?.categories.find((one) => one.category === category);
              const cases = summary?.by_category[category];
              return (
                <Table.Tr key={`${category}/${mode}`}>
                  {place === 0 && (
                    <Table.Td rowSpan={modes.length} className="anyname">
                      {spellOut(category)}
                    </Table.Td>
                  )}
                  <Table.Td>{modeNames[mode]}</Table.Td>
                  <Table.Td ta="right" className="tabular">
                    {cases ? `${cases.passed} of ${cases.total}` : "–"}
                  </Table.Td>
                  <Table.Td ta="right">
                    <EstimateValue estimate={figures?.pass_rate} />
                  </Table.Td>
                  {shown.map((name) => (
                    <Table.Td key={name} ta="right">
                      <EstimateValue
                        estimate={figures?.metrics.find((metric) => metric.name === name)}
                      />
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
