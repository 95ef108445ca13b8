import type { CaseComparison, MetricName } from "../evaluationTypes";

/** One question and how far a metric moved on it. */
export interface Difference {
  one: CaseComparison;
  /** Run minus baseline, −1 to 1; null where the case expects no source. */
  by: number | null;
}

/** Best gain first, loss last; what moved nothing only if all are wanted. */
export function listDifferences(
  cases: readonly CaseComparison[],
  metric: MetricName,
  all: boolean,
): Difference[] {
  return cases
    .map((one) => ({ one, by: one.differences[metric] ?? null }))
    .filter(({ one, by }) => all || one.flip !== null || (by !== null && by !== 0))
    .sort((left, right) => (right.by ?? 0) - (left.by ?? 0));
}
