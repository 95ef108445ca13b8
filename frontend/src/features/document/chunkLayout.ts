/** Where the chunks of a document lie in its text, in code points, ends exclusive. */
export interface LaidChunk {
  chunk_index: number;
  char_start: number;
  char_end: number;
  /** Where the model's window ends inside the chunk; null if all of it fits. */
  window_end: number | null;
}

/** A piece of text that is shaded in one way. */
export interface Piece {
  start: number;
  end: number;
  /** The chunk before holds this piece as well. */
  overlap: boolean;
  /** It lies beyond the model's window and did not shape the vector. */
  beyond: boolean;
}

/** The stretch of text from the start of one chunk to the start of the next. */
export interface TextRow {
  /** Place in the list of chunks. */
  position: number;
  pieces: Piece[];
}

function isBeyond(chunk: LaidChunk | undefined, at: number): boolean {
  return (
    chunk !== undefined &&
    chunk.window_end !== null &&
    at >= chunk.window_end &&
    at < chunk.char_end
  );
}

/**
 * Cut the text into rows, one a chunk; together the rows are the whole text, each character once.
 * Chunks must be ascending by `char_start`, as the API gives them.
 */
export function layRows(chunks: readonly LaidChunk[], length: number): TextRow[] {
  return chunks.map((chunk, position) => {
    const previous = chunks[position - 1];
    const start = position === 0 ? 0 : chunk.char_start;
    const end = chunks[position + 1]?.char_start ?? length;
    const cuts = [start, end, previous?.char_end, previous?.window_end, chunk.window_end]
      .filter((cut): cut is number => typeof cut === "number" && cut >= start && cut <= end)
      .sort((one, other) => one - other);
    const pieces: Piece[] = [];
    for (let i = 1; i < cuts.length; i++) {
      const [from = 0, to = 0] = [cuts[i - 1], cuts[i]];
      if (to <= from) continue;
      const overlap = previous !== undefined && from < previous.char_end;
      // In an overlap the piece counts as seen if either of the two vectors saw it.
      const beyond = overlap
        ? isBeyond(previous, from) && isBeyond(chunk, from)
        : isBeyond(chunk, from);
      pieces.push({ start: from, end: to, overlap, beyond });
    }
    return { position, pieces };
  });
}

/** The shares of a chunk (0 to 1) that the ribbon shades: overlap at both ends, and the window. */
export function describeSegment(chunks: readonly LaidChunk[], position: number) {
  const chunk = chunks[position];
  if (!chunk) return { head: 0, tail: 0, window: 1 };
  const length = Math.max(1, chunk.char_end - chunk.char_start);
  const before = chunks[position - 1]?.char_end ?? chunk.char_start;
  const after = chunks[position + 1]?.char_start ?? chunk.char_end;
  const share = (characters: number) => Math.min(1, Math.max(0, characters / length));
  return {
    head: share(before - chunk.char_start),
    tail: share(chunk.char_end - after),
    window: chunk.window_end === null ? 1 : share(chunk.window_end - chunk.char_start),
  };
}
