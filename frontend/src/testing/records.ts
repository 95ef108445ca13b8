import type { Chunk, StudioDocument } from "@/api/types";

/** A ready document; say what matters to the test. */
export function makeDocument(fields: Partial<StudioDocument> = {}): StudioDocument {
  return {
    id: "6b0c8dd73a4adac92468ee7a",
    filename: "annual-leave-policy-2026.md",
    group: "policies",
    content_type: "text/markdown",
    size_bytes: 2048,
    sha256: "ab".repeat(32),
    raw_file_id: "6b0c8dd73a4adac92468ee79",
    status: "ready",
    stage: null,
    progress: { done: 0, total: null, unit: "" },
    stages: [
      {
        name: "indexing",
        started_at: "2026-11-29T10:00:03Z",
        finished_at: "2026-11-29T10:00:04Z",
        detail: { chunks: 8, vectors: 8, vector_index: 8, text_index: 8 },
      },
    ],
    attempts: 1,
    error: null,
    warnings: [],
    counts: { characters: 1318, chunks: 8, vectors: 8 },
    chunking: { strategy: "recursive", size: 1000, overlap: 180 },
    embedding: { model: "all-MiniLM-L6-v2", revision: "53aa51172d14", dimensions: 384 },
    source: {
      record_id: null,
      owner: null,
      status: "current",
      effective_date: null,
      superseded_date: null,
      replaces: null,
      replaced_by: null,
      amends: null,
      amends_section: null,
    },
    source_origins: {},
    replaces_document_id: null,
    replaced_by_document_id: null,
    rechunking: null,
    created_at: "2026-11-29T10:00:00Z",
    updated_at: "2026-11-29T10:00:04Z",
    ...fields,
  };
}

export function makeChunk(fields: Partial<Chunk> = {}): Chunk {
  return {
    id: "c0",
    document_id: "6b0c8dd73a4adac92468ee7a",
    filename: "annual-leave-policy-2026.md",
    group: "policies",
    chunk_index: 0,
    content: "Employees have 25 days.",
    char_start: 0,
    char_end: 23,
    context_length: 0,
    parent_start: null,
    parent_end: null,
    page: null,
    section: "Leave",
    section_number: "1",
    block_type: "text",
    token_count: 6,
    truncated_tokens: 0,
    embedding_model: "all-MiniLM-L6-v2",
    embedding_revision: "53aa51172d14",
    record_id: null,
    source_status: "current",
    effective_date: null,
    superseded_date: null,
    embedding: null,
    ...fields,
  };
}
