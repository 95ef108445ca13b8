import type { ServerEvent } from "@/api/serverEvents";

import type { Experiment, ExperimentOutcome, ExperimentRun } from "./experimentQueries";

interface StepEvent {
  run_id: string;
  done: number;
  total: number;
  /** `experiment: suite: case` */
  step: string;
}

export interface Progress {
  run: ExperimentRun | undefined;
  /** The experiment that is under way; null if the event does not say. */
  experiment: string | null;
}

/** The run after an event of its stream. */
export function applyExperimentEvent(
  run: ExperimentRun | undefined,
  { event, data }: ServerEvent,
): Progress {
  if (event === "run") return { run: JSON.parse(data) as ExperimentRun, experiment: null };
  if (event !== "step" || !run) return { run, experiment: null };
  const told = JSON.parse(data) as StepEvent;
  if (told.run_id !== run.id) return { run, experiment: null };
  return {
    run: { ...run, done: told.done, total: told.total },
    experiment: told.step.split(":")[0] ?? null,
  };
}

export type State = "holds" | "fails" | "running" | "waiting" | "not_run";

export interface ExperimentRow {
  experiment: Experiment;
  outcome: ExperimentOutcome | null;
  state: State;
}

/** Each experiment with what the run found; the first without an outcome is the one under way. */
export function joinOutcomes(
  experiments: readonly Experiment[],
  run: ExperimentRun | undefined,
): ExperimentRow[] {
  let underWay = run?.status === "running";
  return experiments.map((experiment) => {
    const outcome = run?.outcomes.find(({ id }) => id === experiment.id) ?? null;
    if (outcome) return { experiment, outcome, state: outcome.succeeded ? "holds" : "fails" };
    if (run?.status !== "running" || !run.experiments.includes(experiment.id))
      return { experiment, outcome, state: "not_run" };
    const state = underWay ? "running" : "waiting";
    underWay = false;
    return { experiment, outcome, state };
  });
}

/** `5 of 6 experiments hold. Not shown: Hybrid search for an identifier.` */
export function describeOutcomes(rows: readonly ExperimentRow[]): string | null {
  const told = rows.filter(({ outcome }) => outcome !== null);
  if (told.length === 0) return null;
  const failing = told.filter(({ state }) => state === "fails");
  const count = `${told.length - failing.length} of ${told.length} experiments hold.`;
  if (failing.length === 0) return count;
  return `${count} Not shown: ${failing.map(({ experiment }) => experiment.title).join("; ")}.`;
}
