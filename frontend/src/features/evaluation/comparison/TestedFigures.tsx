import { Table, Text } from "@mantine/core";

import { Explained } from "@/components/Explained";

import { EstimateValue } from "../EstimateValue";
import classes from "../Evaluation.module.css";
import type { TestedFigure } from "../evaluationTypes";
import { formatDifference, formatFigure, metricWords, nameFigure } from "../metricWords";

const colors: Record<TestedFigure["finding"], string | undefined> = {
  better: "var(--studio-good)",
  worse: "var(--studio-bad)",
  no_evidence: undefined,
};

/** Every figure in both runs, the difference with its interval, and what the paired test says. */
export function TestedFigures({ figures }: { figures: TestedFigure[] }) {
  return (
    <Table.ScrollContainer minWidth={700} className={classes.frame}>
      <Table className={classes.table} aria-label="Figures compared">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Figure</Table.Th>
            <Table.Th ta="right">Questions</Table.Th>
            <Table.Th ta="right">Against</Table.Th>
            <Table.Th ta="right">Run</Table.Th>
            <Table.Th ta="right">
              <Explained
                title="Difference (−1 to 1)"
                explanation="Run minus the other, with a bootstrap interval over the paired questions. An interval with 0 in it leaves open which way it goes."
                topic="comparison"
              >
                Difference
              </Explained>
            </Table.Th>
            <Table.Th ta="right">
              <Explained
                title="p (0 to 1)"
                explanation="How often chance alone would make as large a difference on these questions: a randomisation test, and McNemar's for the pass rate. Below 0.05 counts as evidence."
                topic="comparison"
              >
                p
              </Explained>
            </Table.Th>
            <Table.Th>Conclusion</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {figures.map((figure) => (
            <Table.Tr key={`${figure.name}@${figure.k}`}>
              <Table.Td style={{ whiteSpace: "nowrap" }}>
                <FigureName figure={figure} />
              </Table.Td>
              <Table.Td ta="right" className="tabular">
                {figure.questions}
              </Table.Td>
              <Table.Td ta="right" className="mono tabular">
                {formatFigure(figure.baseline)}
              </Table.Td>
              <Table.Td ta="right" className="mono tabular">
                {formatFigure(figure.value)}
              </Table.Td>
              <Table.Td ta="right">
                <EstimateValue estimate={figure.difference} format={formatDifference} />
              </Table.Td>
              <Table.Td ta="right" className="mono tabular">
                {formatFigure(figure.p_value)}
              </Table.Td>
              <Table.Td>
                <Text span inherit c={colors[figure.finding]} className="anyname">
                  {figure.conclusion}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function FigureName({ figure }: { figure: TestedFigure }) {
  const label = nameFigure(figure.name, figure.k);
  const words = metricWords[figure.name as keyof typeof metricWords];
  return (
    <Explained
      title={`${label} (0 to 1)`}
      explanation={words?.explanation ?? "Share of the cases that passed."}
      topic="figures"
    >
      {label}
    </Explained>
  );
}
