import { expect, it } from "vitest";

import { makeChunk } from "@/testing/records";

import { countBlockTypes, findChunks } from "./chunkSearch";

const chunks = [
  makeChunk({ id: "a", content: "😀 Carry-over of LEAVE", section: "Leave" }),
  makeChunk({ id: "b", content: "Twenty-five days", section: "Leave > Days", block_type: "table" }),
  makeChunk({ id: "c", content: "İstanbul office", section: null }),
];

it("finds all words in text or section, and marks them by code points", () => {
  expect(findChunks(chunks, "leave", []).map(({ chunk }) => chunk.id)).toEqual(["a", "b"]);
  const [first] = findChunks(chunks, "carry leave", []);
  expect(first?.marks).toEqual([
    [2, 7],
    [16, 21],
  ]);
  expect(findChunks(chunks, "office", [])[0]?.marks).toEqual([[9, 15]]);
});

it("keeps places when it filters, and counts block types under the words", () => {
  expect(findChunks(chunks, "", ["table"]).map(({ position }) => position)).toEqual([1]);
  expect([...countBlockTypes(chunks, "carry")]).toEqual([
    ["text", 1],
    ["table", 0],
  ]);
});
