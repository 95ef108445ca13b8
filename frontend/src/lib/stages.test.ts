import { expect, it } from "vitest";

import { makeDocument } from "@/testing/records";

import { countIndexed, describeStages } from "./stages";

const run = (name: "extracting" | "chunking", finished: boolean) => ({
  name,
  started_at: "2026-11-29T10:00:00Z",
  finished_at: finished ? "2026-11-29T10:00:01Z" : null,
  detail: {},
});

it("tells done, running and ahead apart", () => {
  const document = makeDocument({
    status: "processing",
    stage: "chunking",
    progress: { done: 30, total: 120, unit: "characters" },
    stages: [run("extracting", true), run("chunking", false)],
  });
  expect(describeStages(document).map(({ state, share }) => [state, share])).toEqual([
    ["done", 1],
    ["running", 0.25],
    ["ahead", 0],
    ["ahead", 0],
  ]);
  expect(countIndexed(document)).toBeNull();
});

it("marks the stage that failed", () => {
  const document = makeDocument({
    status: "failed",
    stages: [run("extracting", false)],
    error: { code: "encrypted", message: "Locked.", stage: "extracting", hint: "Unlock it." },
  });
  expect(describeStages(document)[0]?.state).toBe("failed");
});

it("counts as indexed what both indexes hold", () => {
  const [indexing] = makeDocument().stages;
  if (!indexing) throw new Error("the sample has an indexing stage");
  const stages = [{ ...indexing, detail: { vector_index: 8, text_index: 7 } }];
  expect(countIndexed(makeDocument({ stages }))).toBe(7);
});
