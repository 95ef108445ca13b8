import { Stack, Text } from "@mantine/core";

import type { CaseRow } from "./caseRows";
import classes from "./Evaluation.module.css";
import type { Mode, Run, Suite } from "./evaluationTypes";
import { ModeDetail } from "./ModeDetail";

interface Props {
  row: CaseRow;
  run: Run;
  suites: Suite[];
  modes: Mode[];
}

/** Why a case passed or failed: what was expected, and what each mode returned. */
export function CaseDetail({ row, run, suites, modes }: Props) {
  const { expected } = row;
  const suite = suites.find(({ name }) => name === row.suite);
  return (
    <Stack gap="sm">
      <Stack gap={2}>
        {expected?.expected_fact && (
          <Text fz="sm" className="anyname">
            <Text span inherit c="dimmed">
              Expected:{" "}
            </Text>
            {expected.expected_fact}
          </Text>
        )}
        {expected?.notes && (
          <Text fz="xs" c="dimmed" className="anyname" maw={820}>
            {expected.notes}
          </Text>
        )}
        {!expected && (
          <Text fz="xs" c="dimmed">
            The suite no longer has this case.
          </Text>
        )}
      </Stack>
      <div className={classes.modes}>
        {modes.map((mode) => {
          const result = row.outcomes[mode]?.result;
          return (
            result && (
              <ModeDetail key={mode} result={result} expected={expected} run={run} suite={suite} />
            )
          );
        })}
      </div>
    </Stack>
  );
}
