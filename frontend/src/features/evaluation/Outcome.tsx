import { Text } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";

import type { CaseRow } from "./caseRows";
import type { CaseResult, Mode } from "./evaluationTypes";
import { FlipMark } from "./FlipMark";
import { verdictNames } from "./words";

/** A verdict in one word; the colour repeats it. */
export function VerdictMark({ verdict }: Pick<CaseResult, "verdict">) {
  const Icon = verdict.passed ? IconCheck : IconX;
  return (
    <Text span inherit fw={500} c={verdict.passed ? "var(--studio-good)" : "var(--studio-bad)"}>
      <Icon size={13} aria-hidden style={{ verticalAlign: "-2px" }} /> {verdictNames[verdict.code]}
    </Text>
  );
}

/** What one mode made of a case: verdict, decision, and where the evidence stood. */
export function Outcome({ outcome }: { outcome: CaseRow["outcomes"][Mode] }) {
  if (!outcome)
    return (
      <Text span c="dimmed">
        …
      </Text>
    );
  const { result, flip } = outcome;
  return (
    <>
      <VerdictMark verdict={result.verdict} />
      {flip && (
        <Text span fz="xs" ml={7}>
          <FlipMark flip={flip} />
        </Text>
      )}
      <Text fz="xs" c="dimmed" className="tabular">
        {result.decision}
        {describeRanks(result.verdict.source_ranks)}
      </Text>
    </>
  );
}

/** Where each expected source was found. */
export function describeRanks(ranks: readonly (number | null)[]): string {
  if (ranks.length === 0) return "";
  if (ranks.every((rank) => rank === null)) return ", evidence not found";
  return `, evidence at ${ranks.map((rank) => rank ?? "–").join(", ")}`;
}
