import type { Hit, SearchResponse } from "@/api/types";

import { firstWords } from "./chunkQueries";

/** A passage that answers one reading of a question. */
export interface OptionEvidence {
  id: string;
  documentId: string;
  filename: string;
  chunkIndex: number;
  section: string | null;
  /** How it begins; null where the answer does not return its text. */
  beginning: string | null;
}

const MOST_LETTERS = 150;

/** A passage from its section's heading on, which may stand in the middle of it. */
function belowHeading({ content, section }: Pick<Hit, "content" | "section">): string {
  const heading = section?.split(" > ").at(-1);
  const at = heading ? content.indexOf(heading) : -1;
  const below = at < 0 ? "" : content.slice(at + (heading?.length ?? 0));
  return below.trim() || content;
}

/** The passages of an option, in its order: from the results, else from what the trace names. */
export function findEvidence(
  { results, stages }: Pick<SearchResponse, "results" | "stages">,
  passageIds: readonly string[],
): OptionEvidence[] {
  return passageIds.flatMap((id) => {
    const hit = results.find((one) => one.id === id);
    const found = hit ?? stages?.flatMap((s) => s.candidates).find((one) => one.id === id);
    if (!found) return [];
    return {
      id,
      documentId: found.document_id,
      filename: found.filename,
      chunkIndex: found.chunk_index,
      section: found.section,
      beginning: hit ? firstWords(belowHeading(hit), MOST_LETTERS) : null,
    };
  });
}
