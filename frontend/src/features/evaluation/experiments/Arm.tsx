import { Stack, Text } from "@mantine/core";

import { Explained } from "@/components/Explained";

import type { ArmOutcome, Experiment } from "./experimentQueries";
import classes from "./experiments.module.css";

interface Props {
  name: "Control" | "Treatment";
  arm: Experiment["control"];
  outcome: ArmOutcome | null;
}

/** One arm: what it does, how many of the cases it passes, and how the baseline suites fare. */
export function Arm({ name, arm, outcome }: Props) {
  return (
    <Stack gap={4} className={classes.arm}>
      <Text fz="xs" fw={600}>
        {name}
      </Text>
      <Text fz="sm" className="anyname">
        {arm.description}
      </Text>
      {outcome && (
        <dl className={classes.figures}>
          <div>
            <dt>passes</dt>
            <dd className="tabular">
              {outcome.passed} of {outcome.total}
            </dd>
          </div>
          <div>
            <dt>
              <Explained
                title="Baseline suites"
                explanation="The studio's own checks, asked in the same arm: a treatment must not lose there what it gains here."
                topic="experiments"
              >
                baseline suites
              </Explained>
            </dt>
            <dd className="tabular">
              {outcome.baseline_passed} of {outcome.baseline_total}
            </dd>
          </div>
        </dl>
      )}
    </Stack>
  );
}
