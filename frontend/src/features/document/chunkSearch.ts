import type { Chunk } from "@/api/types";

export interface FoundChunk {
  chunk: Chunk;
  /** Place among all chunks of the document. */
  position: number;
  /** Where the words stand in `content`, in code points, ascending. */
  marks: [number, number][];
}

function splitWords(query: string): string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Code point offsets of every occurrence of the words; lower-casing must not move characters. */
function findMarks(content: string, words: readonly string[]): [number, number][] {
  const characters = Array.from(content);
  const folded = characters.map((character) => {
    const lower = character.toLowerCase();
    return lower.length === character.length ? lower : character;
  });
  const text = folded.join("");
  const pointAt = new Map<number, number>();
  let unit = 0;
  folded.forEach((character, point) => {
    pointAt.set(unit, point);
    unit += character.length;
  });
  pointAt.set(unit, folded.length);
  const marks: [number, number][] = [];
  for (const word of words) {
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
      const [start, end] = [pointAt.get(at), pointAt.get(at + word.length)];
      if (start !== undefined && end !== undefined) marks.push([start, end]);
    }
  }
  return marks.sort((one, other) => one[0] - other[0]);
}

function holds(chunk: Chunk, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = `${chunk.content} ${chunk.section ?? ""}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Chunks that hold every word in text or section path, of the given block types (none: all). */
export function findChunks(
  chunks: readonly Chunk[],
  query: string,
  blockTypes: readonly string[],
): FoundChunk[] {
  const words = splitWords(query);
  return chunks
    .map((chunk, position) => ({ chunk, position }))
    .filter(
      ({ chunk }) =>
        (blockTypes.length === 0 || blockTypes.includes(chunk.block_type)) && holds(chunk, words),
    )
    .map(({ chunk, position }) => ({
      chunk,
      position,
      get marks() {
        return words.length ? findMarks(chunk.content, words) : [];
      },
    }));
}

export function countBlockTypes(chunks: readonly Chunk[], query: string): Map<string, number> {
  const words = splitWords(query);
  const counts = new Map<string, number>();
  for (const chunk of chunks) {
    const before = counts.get(chunk.block_type) ?? 0;
    counts.set(chunk.block_type, before + (holds(chunk, words) ? 1 : 0));
  }
  return counts;
}
