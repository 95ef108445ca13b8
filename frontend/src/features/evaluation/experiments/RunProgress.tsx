import { Progress, Stack, Text } from "@mantine/core";

import type { ExperimentRun } from "./experimentQueries";

interface Props {
  run: ExperimentRun;
  /** The experiment under way; null before the first step is told. */
  experiment: string | null;
}

/** How many of the run's questions are asked. */
export function RunProgress({ run, experiment }: Props) {
  return (
    <Stack gap={4}>
      <Progress.Root size="sm" transitionDuration={0}>
        <Progress.Section
          value={(100 * run.done) / Math.max(1, run.total)}
          aria-label="Questions asked"
          aria-valuetext={`${run.done} of ${run.total}`}
        />
      </Progress.Root>
      <Text fz="xs" c="dimmed" className="tabular anyname" role="status">
        {run.done} of {run.total} questions asked{experiment && `; now: ${experiment}`}
      </Text>
    </Stack>
  );
}
