import { expect, it } from "vitest";

import type { StageRun } from "@/api/types";
import { makeDocument } from "@/testing/records";

import { describeDetail, layTimeline } from "./timeline";

const run = (name: StageRun["name"], from: number, to: number | null): StageRun => ({
  name,
  started_at: new Date(from).toISOString(),
  finished_at: to === null ? null : new Date(to).toISOString(),
  detail: {},
});

it("places stages on one time axis and lets the running one grow", () => {
  const document = makeDocument({
    status: "processing",
    stage: "chunking",
    stages: [run("extracting", 1000, 1500), run("chunking", 1500, null)],
  });
  const timeline = layTimeline(document, 2000);
  expect(timeline.map(({ duration, from, length }) => [duration, from, length])).toEqual([
    [500, 0, 0.5],
    [500, 0.5, 0.5],
    [null, 0, 0],
    [null, 0, 0],
  ]);
});

it("survives a document that has not begun", () => {
  expect(layTimeline(makeDocument({ status: "queued", stages: [] }), 0)[0]?.duration).toBeNull();
});

it("puts what a stage produced into words", () => {
  expect(describeDetail({ chunks: 1200, strategy: "rows", vector_index: 8, nested: {} })).toBe(
    "1,200 chunks · strategy rows · 8 vector index",
  );
  expect(describeDetail({ blocks: 1, text_index: 1 })).toBe("1 block · 1 text index");
});
