import { expect, it } from "vitest";

import { makeResult, makeRun } from "@/testing/evaluationRuns";

import { compareRuns } from "./flips";

const baseline = makeRun("b", [
  makeResult("leave", "vector", false),
  makeResult("leave", "hybrid", true),
  makeResult("hotel", "hybrid", true),
  makeResult("gone", "hybrid", true),
]);

it("finds what flipped, mode by mode, whatever the order", () => {
  const run = makeRun("r", [
    makeResult("hotel", "hybrid", false),
    makeResult("leave", "hybrid", true),
    makeResult("leave", "vector", true),
  ]);
  const { flips, ...counts } = compareRuns(run, baseline);
  expect(Object.fromEntries(flips)).toEqual({
    "hybrid/questions/hotel": "lost",
    "vector/questions/leave": "gained",
  });
  expect(counts).toEqual({ gained: 1, lost: 1, same: 1, unmatched: 0 });
});

it("does not call a case flipped that the baseline did not ask", () => {
  const run = makeRun("r", [
    makeResult("hotel", "vector", false),
    makeResult("leave", "hybrid", false, { suite: "other" }),
  ]);
  expect(compareRuns(run, baseline)).toMatchObject({ gained: 0, lost: 0, same: 0, unmatched: 2 });
});
