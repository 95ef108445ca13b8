import { Button, Collapse, Group, Paper, Stack, Text, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCheck, IconX } from "@tabler/icons-react";

import { Explained } from "@/components/Explained";

import { Arm } from "./Arm";
import { ArmCases } from "./ArmCases";
import type { ExperimentRow, State } from "./experimentProgress";
import type { ExperimentOutcome } from "./experimentQueries";
import classes from "./experiments.module.css";

interface Props {
  row: ExperimentRow;
  /** Experiments are running already. */
  busy: boolean;
  onRun: () => void;
}

const stateWords: Record<State, string> = {
  holds: "holds",
  fails: "not shown",
  running: "running",
  waiting: "waiting",
  not_run: "not run",
};

const stateColors: Partial<Record<State, string>> = {
  holds: "var(--studio-good)",
  fails: "var(--studio-bad)",
  running: "var(--studio-accent)",
};

/** One experiment: problem, both arms, and what each criterion found. */
export function ExperimentCard({ row, busy, onRun }: Props) {
  const { experiment, outcome, state } = row;
  const [opened, { toggle }] = useDisclosure(false);
  const Icon = state === "holds" ? IconCheck : state === "fails" ? IconX : null;
  return (
    <Paper component="section" aria-label={experiment.title}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm" align="baseline">
          <Title order={2} className="anyname">
            {experiment.title}
          </Title>
          <Text fz="sm" fw={600} c={stateColors[state] ?? "dimmed"}>
            {Icon && <Icon size={14} aria-hidden style={{ verticalAlign: "-2px" }} />}{" "}
            {stateWords[state]}
          </Text>
        </Group>
        <Text fz="sm" c="dimmed" maw={820} className="anyname">
          {experiment.problem}
        </Text>
        <div className={classes.arms}>
          <Arm name="Control" arm={experiment.control} outcome={outcome?.control ?? null} />
          <Arm name="Treatment" arm={experiment.treatment} outcome={outcome?.treatment ?? null} />
        </div>
        {outcome && <Finding outcome={outcome} />}
        <Group gap="xs">
          {outcome && (
            <Button variant="subtle" size="compact-xs" onClick={toggle} aria-expanded={opened}>
              {opened ? "Hide the cases" : "Show the cases"}
            </Button>
          )}
          <Button variant="subtle" size="compact-xs" disabled={busy} onClick={onRun}>
            Run this one
          </Button>
        </Group>
        {outcome && (
          <Collapse expanded={opened}>
            <div className={classes.arms}>
              <ArmCases name="Control" arm={outcome.control} />
              <ArmCases name="Treatment" arm={outcome.treatment} />
            </div>
          </Collapse>
        )}
      </Stack>
    </Paper>
  );
}

function Finding({ outcome }: { outcome: ExperimentOutcome }) {
  return (
    <Stack gap={4}>
      <Text fz="sm" fw={600} className="anyname">
        {outcome.conclusion}
      </Text>
      <ul className={classes.criteria} aria-label="Criteria">
        {outcome.criteria.map(({ criterion, met, found }) => (
          <li key={criterion} className="anyname">
            <Text span inherit fw={600} c={met ? "var(--studio-good)" : "var(--studio-bad)"}>
              {met ? "met" : "not met"}
            </Text>
            : {criterion}{" "}
            <Text span inherit c="dimmed">
              ({found})
            </Text>
          </li>
        ))}
      </ul>
      <Text fz="xs" c="dimmed" component="div" className="anyname">
        <Explained
          title="One difference"
          explanation="Control and treatment differ in exactly this parameter, so that what is found is due to it."
          topic="experiments"
        >
          Differs in <code className="mono">{outcome.treated.join(", ")}</code>
        </Explained>
        {outcome.gained.length > 0 &&
          `. Gained in the baseline suites: ${outcome.gained.join(", ")}`}
        {outcome.lost.length > 0 && `. Lost in the baseline suites: ${outcome.lost.join(", ")}`}
      </Text>
    </Stack>
  );
}
