import { describe, expect, it } from "vitest";

import { explainAbsence, fateOf } from "./absence";
import { sampleChunk, sampleResponse } from "./answerSamples";
import { filterReasons } from "./filterReasons";

const circumstances = { pool: 3, limit: 1 };
const explain = (id: string, response = sampleResponse()) =>
  explainAbsence(response, sampleChunk({ id }), circumstances);

describe("explainAbsence", () => {
  it("says where each passage was lost", () => {
    expect(explain("a").sentence).toBe("It is here, at rank 1.");
    expect(explain("b").sentence).toBe(
      "Lost at the threshold: its reranker score 0.0300 (rank 3) is below 0.1500.",
    );
    expect(explain("c").sentence).toMatch(/at rank 2, and this search returns the first 1\.$/);
    expect(explain("d").sentence).toMatch(/its fused rank is 4, and the first 3 are reranked/);
  });

  it("follows the passage through every stage", () => {
    expect(explain("d").steps).toEqual([
      { stage: "vector", rank: null, score: null, of: 3, filtered: false },
      { stage: "text", rank: 2, score: 3, of: 2, filtered: false },
      { stage: "fused", rank: 4, score: 0.0159, of: 4, filtered: false },
      { stage: "reranker", rank: null, score: null, of: 3, filtered: false },
    ]);
  });

  it("names the filter that kept a passage out, traced or not", () => {
    const superseded = sampleChunk({
      id: "f",
      source_status: "superseded",
      superseded_date: "2026-01-01",
      in_force_from: "0001-01-01",
      in_force_until: "2026-01-01",
    });
    const response = sampleResponse();
    response.pipeline.filters = { in_force_on: "2026-06-01" };
    const traced = explainAbsence(response, superseded, circumstances);
    expect(traced.fate).toBe("filtered");
    expect(traced.sentence).toMatch(/it was superseded on 2026-01-01.*would have been among/);
    const far = explainAbsence(response, { ...superseded, id: "z" }, circumstances);
    expect(far.fate).toBe("no_candidate");
    expect(far.sentence).toMatch(/superseded on 2026-01-01.*beyond 3\.$/);
  });

  it("tells a word that is missing from a rank that is too low", () => {
    expect(explain("z").sentence).toBe(
      "Not among the candidates of either branch: its vector rank is beyond 3; it holds none of " +
        "the question's words (the text branch found 2 passages that do).",
    );
    const full = explainAbsence(sampleResponse(), sampleChunk({ id: "z" }), { pool: 2, limit: 1 });
    expect(full.sentence).toMatch(/its text rank, if it holds a word of the question, is beyond 2/);
  });

  it("speaks of one branch in vector mode, and of readiness where the branch lists all", () => {
    const response = sampleResponse({ mode: "vector" });
    response.stages = response.stages?.slice(0, 1);
    expect(explainAbsence(response, sampleChunk({ id: "z" }), { pool: 9, limit: 6 }).sentence).toBe(
      "Not among the candidates: the vector branch lists all 3 passages it may search, and this " +
        "is not one of them (is its document ready?).",
    );
  });

  it("knows the fate alone", () => {
    expect(["a", "f", "z"].map((id) => fateOf(sampleResponse(), id))).toEqual([
      "returned",
      "filtered",
      "no_candidate",
    ]);
  });
});

describe("filterReasons", () => {
  it("is silent about what passes", () => {
    expect(
      filterReasons(sampleChunk(), {
        groups: ["policies"],
        section: "leave",
        in_force_on: "2026-01-01",
        block_types: ["text"],
      }),
    ).toEqual([]);
  });

  it("does not take a longer heading for a section below", () => {
    expect(filterReasons(sampleChunk({ section: "Leaves" }), { section: "Leave" })).toHaveLength(1);
    expect(filterReasons(sampleChunk({ section: null }), { section: "Leave" })).toHaveLength(1);
  });

  it("goes by the rule for sources in force", () => {
    const on = (day: string, fields: object) =>
      filterReasons(sampleChunk({ ...fields }), { in_force_on: day })[0];
    expect(on("2025-12-31", {})).toMatch(/takes effect on 2026-01-01/);
    const draft = { in_force_from: "9999-12-31", in_force_until: "0001-01-01" };
    expect(on("2026-06-01", { source_status: "draft", ...draft })).toMatch(/draft/);
    const until = { superseded_date: "2026-06-01", in_force_until: "2026-06-01" };
    expect(on("2026-06-01", until)).toMatch(/superseded on 2026-06-01/);
    expect(on("2026-05-31", { source_status: "superseded", ...until })).toBe(undefined);
    const never = { source_status: "superseded", in_force_until: "0001-01-01" };
    expect(on("2026-06-01", never)).toMatch(/it is superseded/);
  });
});
