import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { makeResult } from "@/testing/evaluationRuns";
import { renderInStudio } from "@/testing/render";

import { ExperimentCard } from "./ExperimentCard";
import type { Experiment, ExperimentOutcome } from "./experimentQueries";

const arm = (description: string) => ({ description }) as Experiment["control"];
const experiment = {
  id: "reranking",
  title: "Reranking against noise",
  problem: "Fusion puts noise first.",
  control: arm("fused"),
  treatment: arm("fused and reranked"),
} as Experiment;

const found = (passed: boolean, baseline_passed: number) => ({
  description: "an arm",
  passed: passed ? 1 : 0,
  total: 1,
  baseline_passed,
  baseline_total: 19,
  cases: [makeResult("hotel", "hybrid", passed)],
});

const outcome: ExperimentOutcome = {
  id: "reranking",
  title: experiment.title,
  problem: experiment.problem,
  treated: ["reranker"],
  control: found(false, 18),
  treatment: found(true, 17),
  criteria: [
    { criterion: "the control passes at most 0 of 1 cases", met: true, found: "it passes 0" },
    { criterion: "it loses at most 0", met: false, found: "it loses 1: questions: leave" },
  ],
  gained: [],
  lost: ["questions: leave"],
  succeeded: false,
  conclusion: "The control fails and the treatment passes, but the baseline suites regress.",
};

it("says plainly where an experiment does not hold, with the numbers of both arms", async () => {
  await renderInStudio(
    <ExperimentCard row={{ experiment, outcome, state: "fails" }} busy={false} onRun={vi.fn()} />,
  );
  const card = screen.getByRole("region", { name: "Reranking against noise" });
  expect(card).toHaveTextContent("not shown");
  expect(card).toHaveTextContent("but the baseline suites regress.");
  expect(card).toHaveTextContent("passes0 of 1baseline suites18 of 19");
  expect(card).toHaveTextContent("passes1 of 1baseline suites17 of 19");
  const criteria = within(screen.getByRole("list", { name: "Criteria" })).getAllByRole("listitem");
  expect(criteria.map((one) => one.textContent)).toEqual([
    "met: the control passes at most 0 of 1 cases (it passes 0)",
    "not met: it loses at most 0 (it loses 1: questions: leave)",
  ]);
  expect(card).toHaveTextContent("Lost in the baseline suites: questions: leave");
  await userEvent.click(screen.getByRole("button", { name: "Show the cases" }));
  expect(await screen.findByRole("region", { name: "Cases, Control" })).toHaveTextContent(
    "source missing: no passage of leave.md was returned",
  );
});

it("runs alone, unless experiments run already", async () => {
  const run = vi.fn();
  const row = { experiment, outcome: null, state: "not_run" as const };
  await renderInStudio(<ExperimentCard row={row} busy={false} onRun={run} />);
  expect(screen.queryByRole("button", { name: "Show the cases" })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Run this one" }));
  expect(run).toHaveBeenCalledOnce();
});
