import { expect, it } from "vitest";

import { sampleHit, sampleResponse } from "./answerSamples";
import { findEvidence } from "./optionEvidence";

it("shows the passages of an option in its order, with the text where the answer has it", () => {
  const response = sampleResponse({ results: [sampleHit({ id: "a", content: "## Cap\n€180" })] });
  expect(findEvidence(response, ["c", "a", "unknown"])).toEqual([
    {
      id: "c",
      documentId: "d-c",
      filename: "c.md",
      chunkIndex: 0,
      section: null,
      beginning: null,
    },
    {
      id: "a",
      documentId: "d1",
      filename: "leave.md",
      chunkIndex: 0,
      section: "Leave > 2. Entitlement",
      beginning: "Cap €180",
    },
  ]);
});

it("begins a passage at its section's heading, where that stands in it", () => {
  const begin = (content: string) => {
    const response = sampleResponse({
      results: [sampleHit({ id: "a", content, section: "Leave > 2.1 Days" })],
    });
    return findEvidence(response, ["a"])[0]?.beginning;
  };
  expect(begin("## 2. Entitlement\n\n### 2.1 Days\n\nYou have 25 days.")).toBe("You have 25 days.");
  expect(begin("You have 25 days.")).toBe("You have 25 days.");
  expect(begin("### 2.1 Days")).toBe("2.1 Days");
});
