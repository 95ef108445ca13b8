import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { renderInStudio } from "@/testing/render";

import { placeFacts, sumUp } from "./evidence";
import { EvidenceTable } from "./EvidenceTable";
import { makeSide } from "./laboratorySamples";
import type { LaboratorySearchReport } from "./laboratoryTypes";

const facts = [
  ["Brimbrook", "Notice days", "47"],
  ["Kelworth", "Notice days", "113"],
];
const scores = {
  vector: 0.8,
  text: 3,
  fused: 0.03,
  reranker: 0.9,
  reranker_logit: 2.2,
  evidence_logit: null,
};

function makeSearch(found: number[]): LaboratorySearchReport {
  return {
    question: "How many?",
    limit: 3,
    results: found.map((fact, at) => ({
      rank: at + 1,
      chunk_index: fact,
      content: "",
      char_start: 0,
      char_end: 0,
      scores,
      facts: [fact],
    })),
    holds_every_fact: found.length === facts.length,
    embedder: "embedder",
    text_engine: "bm25",
    reranker: null,
  };
}

const [early = [], late = []] = facts;
const characters = makeSide({
  evidence: {
    facts: [
      { values: early, chunks: [0], nearest: null, missing: [], found: true },
      { values: late, chunks: [], nearest: 5, missing: ["Notice days"], found: false },
    ],
    search: makeSearch([0]),
  },
});
const rows = makeSide({
  chunking: { strategy: "rows", size: 600, overlap: 0 },
  evidence: {
    facts: [
      { values: early, chunks: [0], nearest: null, missing: [], found: true },
      { values: late, chunks: [9, 10, 11, 12, 13, 14], nearest: null, missing: [], found: true },
    ],
    search: null,
  },
});

it("places each fact in chunks and in results", () => {
  expect(placeFacts(characters).map(({ whole, rank }) => [whole, rank])).toEqual([
    [true, 1],
    [false, null],
  ]);
  expect(sumUp(characters)).toBe(
    "1 of 2 facts stands whole in a chunk; the first 3 results hold 1",
  );
  expect(sumUp(rows)).toBe("2 of 2 facts stand whole in a chunk");
});

it("says in words which side holds a fact, and leads to its chunk", async () => {
  const jump = vi.fn();
  await renderInStudio(
    <EvidenceTable
      facts={facts}
      sides={[
        { label: "A", report: characters, onJump: jump },
        { label: "B", report: rows, onJump: jump },
      ]}
    />,
  );
  const row = screen.getByRole("row", { name: /Kelworth/ });
  const [lost, kept] = within(row).getAllByRole("cell");
  expect(lost).toHaveTextContent("whole in no chunk; nearest, #5, lacks Notice days");
  expect(lost).toHaveTextContent("not among the first 3 results");
  expect(kept).toHaveTextContent("whole in #9, #10, #11, #12 and 2 more");
  await userEvent.click(within(row).getByRole("button", { name: "Show chunk 5 of side A" }));
  expect(jump).toHaveBeenCalledWith(5);
});
