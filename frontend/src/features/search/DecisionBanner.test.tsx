import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { renderInStudio } from "@/testing/render";

import { sampleCandidate, sampleResponse } from "./answerSamples";
import { DecisionBanner } from "./DecisionBanner";

const never = () => {
  throw new Error("No reading was offered.");
};

describe("DecisionBanner", () => {
  it("answers with the API's own sentence and its warnings", async () => {
    const response = sampleResponse({ warnings: ["No threshold is calibrated."] });
    await renderInStudio(<DecisionBanner response={response} onClarify={never} />);
    expect(screen.getByRole("region", { name: "Decision: Answer" })).toBeVisible();
    expect(screen.getByRole("status")).toHaveTextContent("1 passage reaches the minimum score.");
    expect(screen.getByText("No threshold is calibrated.")).toBeVisible();
    expect(
      screen.getByRole("img", { name: "2 of 3 reranker scores reach the threshold 0.1500." }),
    ).toBeVisible();
  });

  it("abstains with the top score against the threshold, and the nearest miss", async () => {
    const response = sampleResponse({ decision: "abstain", results: [] });
    response.pipeline.top_score = 0.03;
    response.stages = [
      { name: "reranker", candidates: [sampleCandidate("near", 1, "below_threshold", 0.03)] },
    ];
    await renderInStudio(<DecisionBanner response={response} onClarify={never} />);
    expect(screen.getByRole("button", { name: "Reranker 0.0300" })).toBeVisible();
    expect(screen.getByRole("button", { name: "Threshold 0.1500" })).toBeVisible();
    expect(screen.getByRole("link", { name: "near.md" })).toHaveAttribute(
      "href",
      "/documents/d-near?tab=text&chunk=0",
    );
  });

  it("abstains without a score where nothing was reranked", async () => {
    const response = sampleResponse({ decision: "abstain", results: [], stages: [] });
    response.pipeline.top_score = null;
    await renderInStudio(<DecisionBanner response={response} onClarify={never} />);
    expect(screen.queryByText("Nearest miss")).not.toBeInTheDocument();
    expect(screen.queryByRole("img")).not.toBeInTheDocument();
  });

  it("asks back; a reading asks again", async () => {
    const clarify = vi.fn();
    const response = sampleResponse({
      decision: "clarify",
      clarification: {
        question: "Which leave do you mean?",
        options: [
          { label: "Annual", question: "How much annual leave?", passage_ids: ["a", "b"] },
          { label: "<b>Sick</b>", question: "How much sick leave?", passage_ids: ["c"] },
        ],
      },
    });
    await renderInStudio(<DecisionBanner response={response} onClarify={clarify} />);
    expect(screen.getByText("Which leave do you mean?")).toBeVisible();
    const readings = within(screen.getByRole("list", { name: "Readings" })).getAllByRole(
      "listitem",
    );
    expect(readings[0]).toHaveTextContent("Answered by 2 passages");
    expect(readings[1]).toHaveTextContent("Answered by 1 passagec.md");
    await userEvent.click(screen.getByRole("button", { name: /<b>Sick<\/b>/ }));
    expect(clarify).toHaveBeenCalledWith("How much sick leave?");
  });

  it("says which gate decided, and quietly which failed", async () => {
    const response = sampleResponse();
    response.pipeline.clarify_gate = "local";
    response.pipeline.clarify_gates = [
      { gate: "openrouter", status: "error", reason: "No answer within 20 s." },
      { gate: "local", status: "not_needed", reason: "One passage stands out." },
    ];
    await renderInStudio(<DecisionBanner response={response} onClarify={never} />);
    const gates = within(screen.getByRole("list", { name: "Gates" })).getAllByRole("listitem");
    expect(gates.map((gate) => gate.textContent)).toEqual([
      "Local gatenothing to ask back (this gate decided)One passage stands out.",
      "OpenRouter gatefailed; the result stands without itNo answer within 20 s.",
    ]);
    expect(screen.getByRole("region", { name: "Decision: Answer" })).toBeVisible();
  });

  it("says of vector mode that it never abstains", async () => {
    const response = sampleResponse({ mode: "vector", stages: [] });
    await renderInStudio(<DecisionBanner response={response} onClarify={never} />);
    await userEvent.click(screen.getByRole("button", { name: "Answer" }));
    expect(await screen.findByText("Answer (vector mode never abstains)")).toBeVisible();
  });
});
