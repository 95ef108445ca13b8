import { expect, it } from "vitest";

import { makeResult, makeRun, makeSuite } from "@/testing/evaluationRuns";

import { countOutcomes, countRows, filterRows, joinModes } from "./caseRows";
import { compareRuns } from "./flips";

const run = makeRun("r", [
  makeResult("leave", "vector", true),
  makeResult("hotel", "vector", false, { category: "table" }),
  makeResult("leave", "hybrid", true),
  makeResult("hotel", "hybrid", true, { category: "table" }),
  makeResult("dental", "hybrid", false, { suite: "other", category: "unanswerable" }),
]);
const baseline = makeRun("b", [makeResult("hotel", "hybrid", false)]);
const rows = joinModes(run.cases, [makeSuite()], compareRuns(run, baseline));

it("puts both modes of a case side by side, in the order asked", () => {
  expect(rows.map(({ key, outcomes }) => [key, Object.keys(outcomes)])).toEqual([
    ["questions/leave", ["vector", "hybrid"]],
    ["questions/hotel", ["vector", "hybrid"]],
    ["other/dental", ["hybrid"]],
  ]);
  expect(rows[0]?.expected?.expected_fact).toBe("25 days a year.");
  expect(rows[2]?.expected).toBeNull();
  expect(rows[1]?.outcomes.hybrid?.flip).toBe("gained");
  expect(rows[1]?.outcomes.vector?.flip).toBeNull();
});

it("keeps the same case id of two suites apart", () => {
  const twice = [makeResult("a", "hybrid", true), makeResult("a", "hybrid", true, { suite: "o" })];
  expect(joinModes(twice, [], null)).toHaveLength(2);
});

it("filters by outcome, suite, category and words", () => {
  const ids = (filters: Parameters<typeof filterRows>[1]) =>
    filterRows(rows, filters).map(({ id }) => id);
  expect(ids({ outcome: "passed" })).toEqual(["leave"]);
  expect(ids({ outcome: "failed" })).toEqual(["hotel", "dental"]);
  expect(ids({ outcome: "differs" })).toEqual(["hotel"]);
  expect(ids({ outcome: "flipped" })).toEqual(["hotel"]);
  expect(ids({ suite: ["other"] })).toEqual(["dental"]);
  expect(ids({ category: ["table", "unanswerable"], q: "HOTEL" })).toEqual(["hotel"]);
  expect(ids({ q: "no passage of" })).toEqual(["hotel", "dental"]);
});

it("counts what each choice would show under the other filters", () => {
  expect(Object.fromEntries(countRows(rows, { outcome: "failed" }, "suite"))).toEqual({
    questions: 1,
    other: 1,
  });
  expect(Object.fromEntries(countRows(rows, { suite: ["other"] }, "category"))).toEqual({
    direct_fact: 0,
    table: 0,
    unanswerable: 1,
  });
  const counts = countOutcomes(rows, { suite: ["questions"], outcome: "passed" }, [
    "passed",
    "failed",
  ]);
  expect(Object.fromEntries(counts)).toEqual({ passed: 1, failed: 1 });
});
