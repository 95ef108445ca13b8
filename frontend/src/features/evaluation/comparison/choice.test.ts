import { describe, expect, it } from "vitest";

import { chooseRuns, readPairing } from "./choice";
import { listDifferences } from "./differences";

const runs = ["newest", "running", "older", "oldest"].map((id) => ({
  id,
  status: id === "running" ? ("running" as const) : ("finished" as const),
  modes: ["vector" as const, "hybrid" as const],
}));

describe("chooseRuns", () => {
  it("compares the newest with the marked baseline, else with the one before", () => {
    expect(chooseRuns(runs, "oldest", {})).toMatchObject({ run: "newest", baseline: "oldest" });
    expect(chooseRuns(runs, null, {})).toMatchObject({ run: "newest", baseline: "older" });
    expect(chooseRuns(runs, "gone", {})).toMatchObject({ baseline: "older", pairing: "same" });
  });

  it("never compares the baseline with itself where another run is there", () => {
    expect(chooseRuns(runs, "newest", {})).toMatchObject({ run: "newest", baseline: "older" });
    expect(chooseRuns(runs, null, { run: "oldest" })).toMatchObject({ baseline: "newest" });
    expect(chooseRuns(runs, null, { baseline: "newest" })).toMatchObject({ run: "older" });
  });

  it("compares a single run's two modes", () => {
    expect(chooseRuns(runs.slice(0, 1), null, {})).toEqual({
      run: "newest",
      baseline: "newest",
      pairing: "hybrid-vector",
    });
    expect(readPairing("hybrid-vector")).toEqual({ mode: "hybrid", baseline_mode: "vector" });
  });

  it("holds a single mode against itself where that is all there is", () => {
    const alone = [{ ...runs[0]!, modes: ["vector" as const] }];
    expect(chooseRuns(alone, null, {})).toMatchObject({ baseline: "newest", pairing: "same" });
  });

  it("has nothing to compare before the first run has finished", () => {
    expect(chooseRuns(runs.slice(1, 2), null, {})).toBeNull();
  });
});

describe("listDifferences", () => {
  const one = (case_id: string, flip: string | null, differences: object) => ({
    suite: "questions",
    case_id,
    question: `What about ${case_id}?`,
    category: "direct_fact",
    flip,
    baseline_passed: true,
    passed: flip !== "lost",
    baseline_reason: "",
    reason: "",
    baseline_rank: 1,
    rank: 1,
    differences: differences as Record<string, number>,
  });
  const cases = [
    one("same", null, { ndcg: 0 }),
    one("worse", null, { ndcg: -0.4 }),
    one("refused", "lost", {}),
    one("better", "gained", { ndcg: 1 }),
  ];
  const names = (all: boolean) =>
    listDifferences(cases, "ndcg", all).map(({ one: { case_id }, by }) => [case_id, by]);

  it("puts gains first and losses last, and keeps flips without a ranking", () => {
    expect(names(false)).toEqual([
      ["better", 1],
      ["refused", null],
      ["worse", -0.4],
    ]);
  });

  it("shows what did not move only where all are wanted", () => {
    expect(names(true)).toHaveLength(4);
  });
});
