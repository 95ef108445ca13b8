import type { LaboratoryChunk, SideReport } from "./laboratoryTypes";

/** Test data: a chunk of 100 characters and 20 tokens; say what matters to the test. */
export function makeCut(
  chunk_index: number,
  fields: Partial<LaboratoryChunk> = {},
): LaboratoryChunk {
  return {
    chunk_index,
    content: `Chunk ${chunk_index}.`.padEnd(100, "-"),
    context_length: 0,
    char_start: chunk_index * 100,
    char_end: chunk_index * 100 + 100,
    parent_start: null,
    parent_end: null,
    page: null,
    section: null,
    section_number: null,
    block_type: "text",
    token_count: 20,
    truncated_tokens: 0,
    window_end: 100,
    facts: [],
    ...fields,
  };
}

export function makeSide(fields: Partial<SideReport> = {}): SideReport {
  const chunks = fields.chunks ?? [makeCut(0), makeCut(1)];
  return {
    chunking: { strategy: "windows", size: 600, overlap: 90 },
    read_as: "plain_text",
    text: "",
    statistics: {
      chunks: chunks.length,
      truncated: 0,
      characters: { minimum: 100, median: 100, maximum: 100 },
      tokens: { minimum: 20, median: 20, maximum: 20 },
    },
    chunks,
    evidence: null,
    warnings: [],
    ...fields,
  };
}
