import { describe, expect, it } from "vitest";

import { applyExperimentEvent, describeOutcomes, joinOutcomes } from "./experimentProgress";
import type { Experiment, ExperimentOutcome, ExperimentRun } from "./experimentQueries";

const experiments = ["filter", "hybrid", "rows"].map(
  (id) => ({ id, title: `The ${id} experiment` }) as Experiment,
);
const outcome = (id: string, succeeded: boolean) => ({ id, succeeded }) as ExperimentOutcome;
const run = (fields: Partial<ExperimentRun> = {}): ExperimentRun => ({
  id: "r1",
  status: "running",
  message: null,
  started_at: "2026-11-29T10:00:00Z",
  finished_at: null,
  experiments: experiments.map(({ id }) => id),
  configuration: {},
  done: 3,
  total: 120,
  outcomes: [],
  ...fields,
});

describe("joinOutcomes", () => {
  const states = (of: ExperimentRun | undefined) =>
    joinOutcomes(experiments, of).map(({ state }) => state);

  it("knows which one is under way and which wait", () => {
    expect(states(run({ outcomes: [outcome("filter", true)] }))).toEqual([
      "holds",
      "running",
      "waiting",
    ]);
  });

  it("says where one does not hold, and what a run left out", () => {
    const ended = run({
      status: "finished",
      experiments: ["filter", "hybrid"],
      outcomes: [outcome("filter", true), outcome("hybrid", false)],
    });
    expect(states(ended)).toEqual(["holds", "fails", "not_run"]);
    expect(describeOutcomes(joinOutcomes(experiments, ended))).toBe(
      "1 of 2 experiments hold. Not shown: The hybrid experiment.",
    );
  });

  it("has nothing to tell before the first outcome", () => {
    expect(states(undefined)).toEqual(["not_run", "not_run", "not_run"]);
    expect(describeOutcomes(joinOutcomes(experiments, run()))).toBeNull();
  });
});

describe("applyExperimentEvent", () => {
  const step = (run_id: string) => ({
    id: null,
    event: "step",
    data: JSON.stringify({ run_id, done: 4, total: 120, step: "hybrid: questions: sec-104" }),
  });

  it("counts a step and says whose it is", () => {
    const progress = applyExperimentEvent(run(), step("r1"));
    expect(progress.run?.done).toBe(4);
    expect(progress.experiment).toBe("hybrid");
  });

  it("leaves another run alone", () => {
    expect(applyExperimentEvent(run(), step("r2"))).toEqual({ run: run(), experiment: null });
  });

  it("takes the run as told at the end", () => {
    const ended = run({ status: "finished", done: 120 });
    const told = applyExperimentEvent(run(), {
      id: null,
      event: "run",
      data: JSON.stringify(ended),
    });
    expect(told.run).toEqual(ended);
  });
});
