import { beforeEach, expect, it } from "vitest";

import type { DeletionReceipt } from "@/api/types";
import { sampleHit, sampleResponse } from "@/features/search/answerSamples";

import {
  closeLesson,
  lesson,
  LESSON_QUESTION,
  LESSON_SOURCE,
  noteReceipt,
  noteSearch,
  startLesson,
} from "./lesson";

const answered = (filename: string, query = LESSON_QUESTION) =>
  sampleResponse({ query, results: [sampleHit({ filename })] });

const receipt = (filename: string): DeletionReceipt => ({
  document_id: "d1",
  filename,
  sha256: "",
  deleted_at: "2026-11-29T10:00:00Z",
  verified: true,
  index_seconds: 0.1,
  representations: [
    { name: "chunks", before: 3, removed: 3, after: 0 },
    { name: "vectors", before: 3, removed: 3, after: 0 },
  ],
});

beforeEach(startLesson);

it("ticks asking, comparing, deleting and asking again in this order, each by what happened", () => {
  noteReceipt(receipt(LESSON_SOURCE));
  expect(lesson.get().receipt).toBeNull();
  noteSearch({ vector: null, hybrid: answered(LESSON_SOURCE) }, "Evidence found");
  expect(lesson.get()).toMatchObject({ before: { word: "Evidence found" }, compared: false });
  noteSearch({ vector: answered("noise.md"), hybrid: answered(LESSON_SOURCE) }, "Evidence found");
  expect(lesson.get().compared).toBe(true);
  noteReceipt(receipt("another.md"));
  expect(lesson.get().receipt).toBeNull();
  noteReceipt(receipt(LESSON_SOURCE));
  expect(lesson.get().receipt).toEqual({ filename: LESSON_SOURCE, removed: 6, left: 0 });
  noteSearch({ vector: null, hybrid: answered("other.md") }, "No evidence");
  expect(lesson.get().after).toMatchObject({ word: "No evidence", filename: "other.md" });
});

it("keeps nothing of other questions, and nothing while it is closed", () => {
  noteSearch({ vector: null, hybrid: answered(LESSON_SOURCE, "Private?") }, "Evidence found");
  closeLesson();
  noteSearch({ vector: null, hybrid: answered(LESSON_SOURCE) }, "Evidence found");
  expect(localStorage.getItem("studio-lesson")).not.toContain("Evidence found");
});
