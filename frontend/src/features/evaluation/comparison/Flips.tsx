import { Stack, Text } from "@mantine/core";

import type { CaseComparison } from "../evaluationTypes";
import { FlipMark } from "../FlipMark";
import type { Flip } from "../flips";
import classes from "./Comparison.module.css";

/** The cases whose verdict is another, with the reason on either side. */
export function Flips({ cases }: { cases: CaseComparison[] }) {
  const flipped = cases.filter(({ flip }) => flip !== null);
  if (flipped.length === 0) {
    return (
      <Text fz="sm" c="dimmed">
        No verdict flipped: the same cases pass and fail in both.
      </Text>
    );
  }
  return (
    <Stack gap={8} component="ul" className={classes.flips} aria-label="Flipped verdicts">
      {flipped.map((one) => (
        <li key={`${one.suite}/${one.case_id}`}>
          <Text fz="sm" className="anyname">
            <FlipMark flip={one.flip as Flip} />{" "}
            <Text span inherit fw={500}>
              {one.question}
            </Text>{" "}
            <Text span fz="xs" c="dimmed" className="mono">
              {one.case_id}
            </Text>
          </Text>
          <Text fz="xs" c="dimmed" className="anyname">
            before: {one.baseline_reason}
          </Text>
          <Text fz="xs" className="anyname">
            now: {one.reason}
          </Text>
        </li>
      ))}
    </Stack>
  );
}
