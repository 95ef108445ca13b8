import type { LaboratoryChunk } from "./laboratoryTypes";

/** A piece of a chunk's content that looks one way; offsets in code points of `content`. */
export interface ContentPiece {
  start: number;
  end: number;
  /** The strategy put it in front; it does not stand here in the text. */
  context: boolean;
  /** The chunk before holds it as well. */
  overlap: boolean;
  /** Beyond the model's window. */
  beyond: boolean;
}

type Cut = Pick<LaboratoryChunk, "char_start" | "char_end" | "context_length" | "window_end">;

/** Cut the content of a chunk where its look changes; together the pieces are the whole content. */
export function layPieces(chunk: Cut, previous: Cut | undefined): ContentPiece[] {
  const { char_start, char_end, context_length } = chunk;
  const length = context_length + (char_end - char_start);
  const seen = chunk.window_end;
  const shared = previous
    ? Math.max(0, Math.min(previous.char_end, char_end) - Math.max(char_start, previous.char_start))
    : 0;
  const overlapEnd = context_length + shared;
  const cuts = [...new Set([0, context_length, overlapEnd, seen, length])]
    .filter((cut) => cut >= 0 && cut <= length)
    .sort((one, other) => one - other);
  return cuts.slice(1).map((end, i) => {
    const start = cuts[i] ?? 0;
    return {
      start,
      end,
      context: end <= context_length,
      overlap: start >= context_length && end <= overlapEnd,
      beyond: start >= seen,
    };
  });
}
