import { Stack, Table, Text } from "@mantine/core";

import { Explained } from "@/components/Explained";

import { EstimateValue } from "./EstimateValue";
import classes from "./Evaluation.module.css";
import { type Abstention, MODES, type Summary } from "./evaluationTypes";
import { modeNames } from "./words";

const rates = [
  {
    name: "precision",
    label: "Precision",
    explanation: "Of the questions refused, the share that nothing answers.",
  },
  {
    name: "recall",
    label: "Recall",
    explanation: "Of the questions that nothing answers, the share refused.",
  },
  {
    name: "f_measure",
    label: "F1",
    explanation: "The harmonic mean of precision and recall of refusing.",
  },
  {
    name: "accuracy",
    label: "Accuracy",
    explanation: "Of all questions, the share rightly answered or rightly refused.",
  },
] as const;

/** When it was right to answer and when to refuse, for each mode over all suites. */
export function AbstentionMatrix({ summaries }: { summaries: Summary[] }) {
  const overall = MODES.flatMap(
    (mode) => summaries.find((summary) => summary.suite === null && summary.mode === mode) ?? [],
  );
  return (
    <div className={classes.modes}>
      {overall.map(
        ({ mode, abstention }) =>
          abstention && (
            <Stack key={mode} gap="xs" component="section" aria-label={modeNames[mode]} miw={0}>
              <Text fz="sm" fw={600} component="h3" m={0}>
                {modeNames[mode]}
              </Text>
              <Matrix abstention={abstention} mode={modeNames[mode]} />
              <Rates abstention={abstention} />
            </Stack>
          ),
      )}
    </div>
  );
}

function Matrix({ abstention, mode }: { abstention: Abstention; mode: string }) {
  return (
    <div className={classes.frame}>
      <Table className={classes.table} aria-label={`Abstention, ${mode}`} layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <Explained
                title="Questions by what was right and what was done"
                explanation="Those that expect a question back are left out. Asking back counts as refusing where a source answers, and as answering where none does."
                topic="figures"
              >
                The documents
              </Explained>
            </Table.Th>
            <Table.Th>It answered</Table.Th>
            <Table.Th>It refused</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Table.Tr>
            <Table.Th scope="row">answer it</Table.Th>
            <Cell count={abstention.rightly_answered} word="rightly answered" right />
            <Cell count={abstention.wrongly_refused} word="wrongly refused" right={false} />
          </Table.Tr>
          <Table.Tr>
            <Table.Th scope="row">do not</Table.Th>
            <Cell count={abstention.wrongly_answered} word="wrongly answered" right={false} />
            <Cell count={abstention.rightly_refused} word="rightly refused" right />
          </Table.Tr>
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Cell({ count, word, right }: { count: number; word: string; right: boolean }) {
  const color = count === 0 ? undefined : right ? "var(--studio-good)" : "var(--studio-bad)";
  return (
    <Table.Td>
      <Text span fz="lg" fw={600} className="tabular" c={color} display="block">
        {count}
      </Text>
      <Text span fz="xs" c="dimmed">
        {word}
      </Text>
    </Table.Td>
  );
}

function Rates({ abstention }: { abstention: Abstention }) {
  return (
    <dl className={classes.rates}>
      {rates.map(({ name, label, explanation }) => (
        <div key={name}>
          <dt>
            <Explained
              title={`${label} of refusing (0 to 1)`}
              explanation={explanation}
              topic="figures"
            >
              {label}
            </Explained>
          </dt>
          <dd>
            <EstimateValue estimate={abstention[name]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
