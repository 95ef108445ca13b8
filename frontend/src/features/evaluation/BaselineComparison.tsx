import { Anchor, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { plural } from "@/lib/numbers";
import { TimeStamp } from "@/components/TimeStamp";

import { compareConfigurations } from "./configurationChanges";
import type { Run } from "./evaluationTypes";
import type { Comparison } from "./flips";
import { FlipMark } from "./FlipMark";

interface Props {
  run: Run;
  baseline: Run;
  comparison: Comparison;
}

/** How many cases flipped against the baseline, and what else was different. */
export function BaselineComparison({ run, baseline, comparison }: Props) {
  const { gained, lost, same, unmatched } = comparison;
  const changes = compareConfigurations(run.configuration, baseline.configuration);
  return (
    <Stack gap={4} fz="sm" component="section" aria-label="Against the baseline">
      <Group gap="md">
        <Text span inherit>
          Against the baseline of <TimeStamp value={baseline.started_at} />:
        </Text>
        <span className="tabular">
          <FlipMark flip="gained" /> {gained}
        </span>
        <span className="tabular">
          <FlipMark flip="lost" /> {lost}
        </span>
        <Text span inherit c="dimmed" className="tabular">
          {plural(same, "verdict")} the same
          {unmatched > 0 && `, ${unmatched} not in the baseline`}
        </Text>
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link
              to="/evaluation/compare"
              search={{ run: run.id, baseline: baseline.id }}
              {...props}
            />
          )}
        >
          Is that evidence of a difference?
        </Anchor>
      </Group>
      <Text fz="xs" c="dimmed" className="anyname">
        {changes.length === 0
          ? "Both ran with the same settings and models, over as many chunks."
          : "Different: "}
        {changes.map(({ name, before, now }, place) => (
          <span key={name}>
            {place > 0 && ", "}
            <code className="mono">
              {name} {before} → {now}
            </code>
          </span>
        ))}
      </Text>
    </Stack>
  );
}
