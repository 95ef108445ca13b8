/** Answers for tests, as the API gives them. */
import type { Chunk, Hit, SearchResponse, TracedStage } from "@/api/types";

type Candidate = TracedStage["candidates"][number];

export function sampleChunk(fields: Partial<Chunk> = {}): Chunk {
  return {
    id: "c1",
    document_id: "d1",
    filename: "leave.md",
    group: "policies",
    chunk_index: 0,
    content: "Twenty-five working days.",
    char_start: 0,
    char_end: 25,
    context_length: 0,
    parent_start: null,
    parent_end: null,
    page: null,
    section: "Leave > 2. Entitlement",
    section_number: "2",
    block_type: "text",
    token_count: 6,
    truncated_tokens: 0,
    embedding_model: "m",
    embedding_revision: "",
    record_id: "HR-201",
    source_status: "current",
    effective_date: "2026-01-01",
    superseded_date: null,
    in_force_from: "2026-01-01",
    in_force_until: "9999-12-31",
    embedding: null,
    ...fields,
  };
}

export function sampleHit(fields: Partial<Hit> = {}): Hit {
  return {
    id: "c1",
    document_id: "d1",
    filename: "leave.md",
    group: "policies",
    chunk_index: 0,
    content: "🦑 annual leave is 25 days",
    page: null,
    section: "Leave > 2. Entitlement",
    section_number: "2",
    block_type: "text",
    char_start: 0,
    char_end: 25,
    context_length: 0,
    matched: null,
    highlights: [[2, 8]],
    scores: {
      vector: 0.8,
      text: 6.2858,
      fused: 0.032018,
      reranker: 0.6,
      reranker_logit: 0.4055,
      evidence_logit: null,
    },
    ranks: { vector: 1, text: 4, fused: 1, reranker: 1 },
    source: {
      record_id: "HR-201",
      owner: null,
      status: "current",
      effective_date: "2026-01-01",
      superseded_date: null,
      replaces: null,
      replaced_by: null,
      amends: null,
      amends_section: null,
    },
    ...fields,
  };
}

export function sampleCandidate(
  id: string,
  rank: number | null,
  outcome: Candidate["outcome"],
  score: number | null = 0.5,
): Candidate {
  return {
    id,
    document_id: `d-${id}`,
    filename: `${id}.md`,
    group: "policies",
    chunk_index: 0,
    section: null,
    rank,
    score,
    outcome,
  };
}

export function sampleResponse(fields: Partial<SearchResponse> = {}): SearchResponse {
  return {
    query: "How many days?",
    mode: "hybrid",
    decision: "answer",
    message: "1 passage reaches the minimum score.",
    evidence: null,
    missing_terms: [],
    clarification: null,
    controlling: null,
    aggregate: null,
    results: [sampleHit()],
    pipeline: {
      filters: {},
      vector_candidates: 3,
      text_candidates: 2,
      fused_candidates: 4,
      reranked_candidates: 3,
      minimum_score: 0.15,
      top_score: 0.6,
      reranker: { name: "offline", origin: "package" },
      engine: "local",
      clarify_status: "not_configured",
      clarify_gate: null,
      clarify_gates: [],
      timings_ms: {
        embed: 10,
        vector: 1,
        text: 2,
        fuse: 0.1,
        rerank: 900,
        clarify: null,
        total: 913,
      },
    },
    warnings: [],
    stages: sampleStages(),
    ...fields,
  };
}

/** Four passages and a filtered one: a returned, b below the threshold, c beyond, d not reranked. */
export function sampleStages(): TracedStage[] {
  const a = (rank: number, score: number) => sampleCandidate("a", rank, "returned", score);
  const b = (rank: number, score: number) => sampleCandidate("b", rank, "below_threshold", score);
  const c = (rank: number, score: number) => sampleCandidate("c", rank, "beyond_limit", score);
  const d = (rank: number, score: number) => sampleCandidate("d", rank, "not_reranked", score);
  const f = sampleCandidate("f", null, "filtered", 0.7);
  return [
    { name: "vector", candidates: [b(1, 0.8), a(2, 0.7), c(3, 0.6), f] },
    { name: "text", candidates: [a(1, 9), d(2, 3)] },
    { name: "fused", candidates: [a(1, 0.0325), b(2, 0.0164), c(3, 0.016), d(4, 0.0159)] },
    { name: "reranker", candidates: [a(1, 0.6), c(2, 0.2), b(3, 0.03)] },
  ];
}
