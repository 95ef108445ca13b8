import type { ServerEvent } from "@/api/serverEvents";

import type { CaseResult, Run } from "./evaluationTypes";
import { resultKey } from "./flips";

interface CaseEvent {
  run_id: string;
  done: number;
  total: number;
  case: CaseResult;
}

/** What is known of a run while it is under way is kept: the API tells its cases at the end. */
export function keepCases(known: Run | undefined, told: Run): Run {
  return told.status === "running" && known?.id === told.id && told.cases.length === 0
    ? { ...told, done: Math.max(told.done, known.done), cases: known.cases }
    : told;
}

/** The run after an event of its stream; a case told twice counts once. */
export function applyRunEvent(run: Run | undefined, { event, data }: ServerEvent): Run | undefined {
  if (event === "run") return keepCases(run, JSON.parse(data) as Run);
  if (event !== "case" || !run) return run;
  const told = JSON.parse(data) as CaseEvent;
  if (told.run_id !== run.id) return run;
  const key = resultKey(told.case);
  const others = run.cases.filter((result) => resultKey(result) !== key);
  return { ...run, done: told.done, total: told.total, cases: [...others, told.case] };
}
