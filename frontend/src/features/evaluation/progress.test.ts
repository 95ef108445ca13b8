import { expect, it } from "vitest";

import { makeResult, makeRun } from "@/testing/evaluationRuns";

import type { CaseResult, Run } from "./evaluationTypes";
import { applyRunEvent } from "./progress";

const told = (event: string, data: unknown) => ({ event, data: JSON.stringify(data), id: null });
const caseEvent = (done: number, result: CaseResult, runId = "r") =>
  told("case", { run_id: runId, done, total: 3, case: result });
const begun = makeRun("r", [], { status: "running", done: 0, total: 3 });

it("adds each case once as it is told", () => {
  let run: Run | undefined = begun;
  run = applyRunEvent(run, caseEvent(1, makeResult("a", "vector", true)));
  run = applyRunEvent(run, caseEvent(2, makeResult("a", "hybrid", true)));
  run = applyRunEvent(run, caseEvent(2, makeResult("a", "hybrid", false)));
  expect(run?.cases.map(({ mode, verdict }) => [mode, verdict.passed])).toEqual([
    ["vector", true],
    ["hybrid", false],
  ]);
  expect(run).toMatchObject({ done: 2, total: 3 });
});

it("keeps known cases over a reconnection and takes the whole run at its end", () => {
  const known = { ...begun, done: 2, cases: [makeResult("a", "vector", true)] };
  expect(applyRunEvent(known, told("run", { ...begun, done: 1 }))).toMatchObject({
    done: 2,
    cases: known.cases,
  });
  const ended = makeRun("r", [makeResult("b", "hybrid", true)]);
  expect(applyRunEvent(known, told("run", ended))).toEqual(ended);
});

it("ignores cases of another run", () => {
  const event = caseEvent(1, makeResult("a", "vector", true), "another");
  expect(applyRunEvent(begun, event)).toBe(begun);
  expect(applyRunEvent(undefined, event)).toBeUndefined();
});
