import { expect, it } from "vitest";

import { sampleHit } from "./answerSamples";
import { buildPrompt } from "./prompt";

it("numbers the passages, names their sources and asks the question", () => {
  const { system, user } = buildPrompt("How many days?", [
    sampleHit({ content: "Twenty-five.\n" }),
    sampleHit({ filename: "b.pdf", page: 3, section: null, content: "Twenty." }),
  ]);
  expect(user).toBe(
    "Passages:\n\n" +
      "[1] leave.md | Leave > 2. Entitlement | HR-201 | current | in force since 2026-01-01\n" +
      "Twenty-five.\n\n" +
      "[2] b.pdf | page 3 | HR-201 | current | in force since 2026-01-01\nTwenty.\n\n" +
      "Question: How many days?",
  );
  expect(system).toMatch(/from nothing else/);
});
