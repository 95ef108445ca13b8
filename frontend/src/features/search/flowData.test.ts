import { describe, expect, it } from "vitest";

import { sampleCandidate, sampleStages } from "./answerSamples";
import { linkPath, readRankFlow, rowOf } from "./flowData";

describe("readRankFlow", () => {
  const flow = readRankFlow(sampleStages());

  it("gathers every passage once, in the final order, with all its ranks", () => {
    expect(flow.passages.map(({ id }) => id)).toEqual(["a", "c", "b", "d"]);
    expect(flow.passages[0]?.ranks).toEqual({ vector: 2, text: 1, fused: 1, reranker: 1 });
    expect(flow.passages[3]?.ranks).toEqual({ text: 2, fused: 4 });
  });

  it("counts the filtered apart: they have no rank and no line", () => {
    expect(flow.columns[0]).toEqual({ stage: "vector", count: 3, filtered: 1 });
    expect(flow.passages.some(({ id }) => id === "f")).toBe(false);
  });

  it("draws each cut where passages stop", () => {
    expect(flow.cuts).toEqual([
      { stage: "fused", afterRank: 3, kinds: ["pool"] },
      { stage: "reranker", afterRank: 1, kinds: ["limit"] },
      { stage: "reranker", afterRank: 2, kinds: ["threshold"] },
    ]);
  });

  it("cuts at the top when nothing is evidence", () => {
    const none = readRankFlow([
      { name: "fused", candidates: [sampleCandidate("a", 1, "below_threshold")] },
      { name: "reranker", candidates: [sampleCandidate("a", 1, "below_threshold")] },
    ]);
    expect(none.cuts).toEqual([{ stage: "reranker", afterRank: 0, kinds: ["threshold"] }]);
  });

  it("cuts the fused column where there is no reranker", () => {
    const two = [sampleCandidate("a", 1, "returned"), sampleCandidate("b", 2, "beyond_limit")];
    expect(readRankFlow([{ name: "fused", candidates: two }]).cuts).toEqual([
      { stage: "fused", afterRank: 1, kinds: ["limit"] },
    ]);
  });

  it("bounds the rows; what is beyond shares the last", () => {
    const many = Array.from({ length: 50 }, (_, i) => sampleCandidate(`p${i}`, i + 1, "returned"));
    const { rows } = readRankFlow([{ name: "vector", candidates: many }]);
    expect(rows).toBe(30);
    expect([rowOf(1, rows), rowOf(30, rows), rowOf(31, rows), rowOf(50, rows)]).toEqual([
      0, 29, 30.4, 30.4,
    ]);
  });

  it("has a row even for nothing", () => {
    expect(readRankFlow([{ name: "vector", candidates: [] }])).toMatchObject({
      passages: [],
      cuts: [],
      rows: 1,
    });
  });
});

it("leaves and arrives level", () => {
  expect(linkPath(0, 10, 100, 50)).toBe("M0,10C50,10 50,50 100,50");
});
