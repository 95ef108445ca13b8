import { expect, it } from "vitest";

import type { DeletionReceipt } from "@/api/types";

import { addCounts, addReceipts } from "./receipts";

const receipt = (chunks: number, after: number): DeletionReceipt => ({
  document_id: "01",
  filename: "a.md",
  sha256: "ab",
  deleted_at: "2026-11-29T10:00:00Z",
  verified: after === 0,
  index_seconds: 0.021,
  representations: [
    { name: "record", before: 1, removed: 1, after: 0 },
    { name: "chunks", before: chunks, removed: chunks - after, after },
  ],
});

it("adds receipts line by line and hides no residue", () => {
  expect(addReceipts([receipt(8, 0), receipt(5, 2)])).toEqual([
    { name: "record", before: 2, removed: 2, after: 0 },
    { name: "chunks", before: 13, removed: 11, after: 2 },
  ]);
});

it("adds counts of every representation", () => {
  const one = {
    record: 1,
    raw_file: 1,
    raw_file_chunks: 3,
    chunks: 8,
    vectors: 8,
    vector_index: 8,
    text_index: 8,
  };
  expect(addCounts([one, one])).toMatchObject({ record: 2, raw_file_chunks: 6, text_index: 16 });
});
