import { ActionIcon, Button, Group, Table, Text, Tooltip, UnstyledButton } from "@mantine/core";
import { IconFlag, IconFlagFilled } from "@tabler/icons-react";
import { useState } from "react";

import { useStore } from "@/api/store";
import { formatDuration, readInstant } from "@/lib/time";
import { TimeStamp } from "@/components/TimeStamp";

import { baselineRun, markBaseline } from "./baseline";
import classes from "./Evaluation.module.css";
import { MODES, type Mode, type Run } from "./evaluationTypes";
import { modeNames } from "./words";

interface Props {
  runs: Run[];
  /** Id of the run whose cases are on screen. */
  shown: string | undefined;
  onShow: (id: string) => void;
}

const FEW = 5;

/** The newest runs: what each asked and how it ended; one of them may be the baseline. */
export function RunTable({ runs, shown, onShow }: Props) {
  const [all, setAll] = useState(false);
  const baseline = useStore(baselineRun);
  const few = runs.filter(({ id }, place) => place < FEW || id === shown || id === baseline);
  return (
    <section aria-label="Runs">
      <Table.ScrollContainer minWidth={560} className={classes.frame}>
        <Table className={classes.table} highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Run</Table.Th>
              <Table.Th>Suites</Table.Th>
              {MODES.map((mode) => (
                <Table.Th key={mode}>{modeNames[mode]}</Table.Th>
              ))}
              <Table.Th>Took</Table.Th>
              <Table.Th>Baseline</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {(all ? runs : few).map((run) => (
              <RunRow
                key={run.id}
                run={run}
                shown={run.id === shown}
                isBaseline={run.id === baseline}
                onShow={() => onShow(run.id)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {few.length < runs.length && (
        <Button variant="subtle" size="compact-xs" mt="xs" onClick={() => setAll(!all)}>
          {all ? "Fewer runs" : `All ${runs.length} runs`}
        </Button>
      )}
    </section>
  );
}

interface RowProps {
  run: Run;
  shown: boolean;
  isBaseline: boolean;
  onShow: () => void;
}

function RunRow({ run, shown, isBaseline, onShow }: RowProps) {
  const label = isBaseline ? "This run is the baseline; click to unmark" : "Mark as baseline";
  return (
    <Table.Tr bg={shown ? "var(--studio-accent-soft)" : undefined}>
      <Table.Td>
        <UnstyledButton
          fz="inherit"
          className={classes.choose}
          aria-pressed={shown}
          onClick={onShow}
        >
          <TimeStamp value={run.started_at} />
        </UnstyledButton>
      </Table.Td>
      <Table.Td className={`${classes.suites} oneline`} title={run.suites.join(", ")}>
        {run.suites.join(", ")}
      </Table.Td>
      {MODES.map((mode) => (
        <Table.Td key={mode} className="tabular">
          <Passed run={run} mode={mode} />
        </Table.Td>
      ))}
      <Table.Td className="tabular">
        {run.status === "running" ? `${run.done} of ${run.total}` : measure(run)}
      </Table.Td>
      <Table.Td>
        <Group gap={4} wrap="nowrap">
          <Tooltip label={label}>
            <ActionIcon
              variant="subtle"
              color={isBaseline ? undefined : "gray"}
              size="sm"
              aria-label={label}
              aria-pressed={isBaseline}
              disabled={run.status !== "finished"}
              onClick={() => markBaseline(isBaseline ? null : run.id)}
            >
              {isBaseline ? (
                <IconFlagFilled size={14} aria-hidden />
              ) : (
                <IconFlag size={14} aria-hidden />
              )}
            </ActionIcon>
          </Tooltip>
          {isBaseline && <Text fz="xs">baseline</Text>}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function Passed({ run, mode }: { run: Run; mode: Mode }) {
  const summary = run.summaries.find((entry) => entry.suite === null && entry.mode === mode);
  if (summary) return `${summary.cases.passed} of ${summary.cases.total}`;
  if (!run.modes.includes(mode))
    return (
      <Text span c="dimmed">
        –
      </Text>
    );
  return (
    <Text span inherit c={run.status === "failed" ? "var(--studio-bad)" : "dimmed"}>
      {run.status}
    </Text>
  );
}

function measure({ started_at, finished_at }: Run): string {
  if (!finished_at) return "–";
  return formatDuration(readInstant(finished_at).getTime() - readInstant(started_at).getTime());
}
