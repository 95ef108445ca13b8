import type { Run } from "../evaluationTypes";
import type { CompareSearch, Pairing } from "./compareSearch";

export interface Choice {
  run: string;
  baseline: string;
  pairing: Pairing;
}

/**
 * Which runs are compared where the address leaves it open: the newest with the marked baseline,
 * else with the one before it; a single run's hybrid mode with its vector mode. Null without runs.
 */
export function chooseRuns(
  runs: readonly Pick<Run, "id" | "status" | "modes">[],
  marked: string | null,
  asked: CompareSearch,
): Choice | null {
  const finished = runs.filter(({ status }) => status === "finished").map(({ id }) => id);
  const run = asked.run ?? finished.find((id) => id !== asked.baseline) ?? finished[0];
  if (run === undefined) return null;
  const known = marked !== null && finished.includes(marked) ? marked : undefined;
  const earlier = finished.slice(finished.indexOf(run) + 1)[0];
  const baseline =
    asked.baseline ??
    [known, earlier, ...finished].find((id) => id !== undefined && id !== run) ??
    run;
  const modes = runs.find(({ id }) => id === run)?.modes ?? [];
  const alone = run === baseline && modes.length > 1;
  const pairing = asked.pairing ?? (alone ? "hybrid-vector" : "same");
  return { run, baseline, pairing };
}

/** The modes a pairing asks the API for; `a-b` is the run's a against the baseline's b. */
export function readPairing(pairing: Pairing) {
  if (pairing === "same") return {};
  return pairing === "hybrid-vector"
    ? ({ mode: "hybrid", baseline_mode: "vector" } as const)
    : ({ mode: "vector", baseline_mode: "hybrid" } as const);
}
