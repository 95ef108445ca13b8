import { Stack, Text } from "@mantine/core";

import { VerdictMark } from "../Outcome";
import type { ArmOutcome } from "./experimentQueries";
import classes from "./experiments.module.css";

/** The experiment's own cases in one arm: verdict, why, and what was decided. */
export function ArmCases({ name, arm }: { name: string; arm: ArmOutcome }) {
  return (
    <Stack gap={6} component="section" aria-label={`Cases, ${name}`} miw={0}>
      <Text fz="xs" fw={600}>
        {name}
      </Text>
      <ul className={classes.cases}>
        {arm.cases.map((result) => (
          <li key={result.case_id}>
            <Text fz="sm" className="anyname">
              {result.question}
            </Text>
            <Text fz="xs" className="anyname">
              <VerdictMark verdict={result.verdict} />: {result.verdict.reason}
              <Text span inherit c="dimmed">
                {" "}
                (decision {result.decision})
              </Text>
            </Text>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
