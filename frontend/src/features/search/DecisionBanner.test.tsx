import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";

import { renderInStudio } from "@/testing/render";

import { sampleCandidate, sampleHit, sampleResponse } from "./answerSamples";
import { DecisionBanner, judge } from "./DecisionBanner";

const never = () => {
  throw new Error("No reading was offered.");
};

describe("DecisionBanner", () => {
  it("answers with the API's own sentence and its warnings", async () => {
    const response = sampleResponse({ warnings: ["No threshold is calibrated."] });
    await renderInStudio(<DecisionBanner response={response} onClarify={never} />);
    expect(screen.getByRole("region", { name: "Decision: Evidence found" })).toBeVisible();
    expect(screen.getByRole("status")).toHaveTextContent("1 passage reaches the minimum score.");
    expect(screen.getByText("No threshold is calibrated.")).toBeVisible();
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

  it("tells three bands apart by the word, and names what no passage holds", async () => {
    const evidence = {
      band: "weak",
      probability: 0.4,
      weak_from: 0.2,
      found_from: 0.7,
      bias: 0,
      features: [],
      decides: true,
    } as const;
    const response = sampleResponse({
      evidence: { ...evidence, features: [] },
      missing_terms: ["Valencia"],
    });
    await renderInStudio(<DecisionBanner response={response} onClarify={never} />);
    expect(screen.getByRole("region", { name: "Decision: Weak evidence" })).toHaveTextContent(
      "In none of these passages: Valencia",
    );
    expect(judge({ ...response, decision: "abstain" }).word).toBe("No evidence");
    expect(judge({ ...response, decision: "clarify" }).word).toBe("Ambiguous");
  });

  it("never calls the nearest vectors an answer", async () => {
    const response = sampleResponse({ mode: "vector", stages: [] });
    await renderInStudio(<DecisionBanner response={response} onClarify={never} />);
    expect(screen.getByRole("region", { name: "Decision: Nearest, not judged" })).toBeVisible();
    expect(screen.queryByText(/^Answer/)).not.toBeInTheDocument();
  });

  it("warns where two sources in force share a record id", async () => {
    const source = { ...sampleHit().source, record_id: "PARK-1" };
    const results = [
      sampleHit({ id: "a", document_id: "old", filename: "parking-old.md", source }),
      sampleHit({ id: "b", document_id: "new", filename: "parking-new.md", source }),
      sampleHit({
        id: "c",
        document_id: "gone",
        source: { ...source, status: "superseded" },
      }),
    ];
    await renderInStudio(
      <DecisionBanner response={sampleResponse({ results })} onClarify={never} />,
    );
    expect(screen.getByText(/^Conflict: 2 sources in force/)).toHaveTextContent("PARK-1");
    expect(screen.getByRole("link", { name: "parking-new.md" })).toBeVisible();
  });
});
