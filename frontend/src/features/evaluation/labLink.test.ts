import { expect, it } from "vitest";

import { makeResult, makeRun, makeSuite } from "@/testing/evaluationRuns";

import { traceSearch } from "./labLink";

const run = makeRun("r", [], {
  configuration: { limit: 9, candidates: 50, minimum_score: 0.2, studio: {} },
});
const suite = makeSuite();
const [asked] = suite.cases;
const leave = makeResult("leave", "hybrid", true);

it("repeats the search the case made, on the day the suite asks", () => {
  expect(traceSearch(run, suite, leave, "hybrid")).toEqual({
    q: "What about leave?",
    mode: "hybrid",
    limit: 9,
    candidates: 50,
    threshold: 0.2,
    all: undefined,
    as_of: "2026-08-01",
    group: ["policies", "reference"],
  });
});

it("leaves the day and the threshold out of a vector search, which knows neither", () => {
  const search = traceSearch(run, suite, leave, "vector");
  expect([search.as_of, search.threshold]).toEqual([undefined, undefined]);
});

it("takes the case's own day, and no day where every version is searched", () => {
  const dated = makeSuite({ cases: [{ ...asked!, as_of: "2024-06-01" }] });
  expect(traceSearch(run, dated, leave, "vector").as_of).toBe("2024-06-01");
  const every = makeSuite({ cases: [{ ...asked!, include_superseded: true }] });
  expect(traceSearch(run, every, leave, "hybrid")).toMatchObject({ all: true, as_of: undefined });
});
