import type { CaseResult, Run } from "./evaluationTypes";

/** `gained`: failed in the baseline and passes now; `lost`: the other way round. */
export type Flip = "gained" | "lost";

export interface Comparison {
  /** By `resultKey`; a case with the same verdict as in the baseline is not in it. */
  flips: ReadonlyMap<string, Flip>;
  gained: number;
  lost: number;
  same: number;
  /** Results the baseline does not have, because it left out the suite or the mode. */
  unmatched: number;
}

type Named = Pick<CaseResult, "suite" | "case_id" | "mode">;

/** One case in one mode, whichever run it is from. */
export function resultKey({ suite, case_id, mode }: Named): string {
  return `${mode}/${suite}/${case_id}`;
}

/** Compare a run with the baseline, case by case and mode by mode. */
export function compareRuns(run: Pick<Run, "cases">, baseline: Pick<Run, "cases">): Comparison {
  const before = new Map(baseline.cases.map((result) => [resultKey(result), result]));
  const flips = new Map<string, Flip>();
  let same = 0;
  let unmatched = 0;
  for (const result of run.cases) {
    const key = resultKey(result);
    const earlier = before.get(key);
    if (!earlier) unmatched++;
    else if (earlier.verdict.passed === result.verdict.passed) same++;
    else flips.set(key, result.verdict.passed ? "gained" : "lost");
  }
  const lost = [...flips.values()].filter((flip) => flip === "lost").length;
  return { flips, gained: flips.size - lost, lost, same, unmatched };
}
