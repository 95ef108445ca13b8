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
