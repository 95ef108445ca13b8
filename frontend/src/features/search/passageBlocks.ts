import type { Hit } from "@/api/types";
import { CodePointIndex } from "@/lib/codePoints";

/** A piece of a passage, [start, end) in UTF-16 units of its content. */
export interface Span {
  start: number;
  end: number;
}

/** One block of a passage's Markdown, with the places of its text in the passage. */
export type Block =
  | { kind: "heading" | "item" | "text"; text: Span }
  | { kind: "table"; header: Span[] | null; rows: Span[][] };

const HEADING = /^(\s{0,3}#{1,6}\s+)(.*?)(\s#*)?$/;
const ITEM = /^(\s*(?:[-*+]|\d+[.)])\s+)(.*)$/;
const RULE = /^\s*\|?(?:\s*:?-{2,}:?\s*\|?)+\s*$/;

function readCells(line: string, offset: number): Span[] {
  const cells: Span[] = [];
  const body = line.trimEnd();
  let from = body.indexOf("|") + 1;
  for (let at = from; at <= body.length; at++) {
    if (at < body.length && (body[at] !== "|" || body[at - 1] === "\\")) continue;
    if (at === body.length && body.slice(from).trim() === "") break;
    const cell = body.slice(from, at);
    const start = from + (cell.length - cell.trimStart().length);
    cells.push({
      start: offset + start,
      end: offset + Math.max(start, from + cell.trimEnd().length),
    });
    from = at + 1;
  }
  return cells;
}

/** The blocks of a passage: headings, list items, tables, and text whose line breaks are kept. */
export function readBlocks(content: string): Block[] {
  const blocks: Block[] = [];
  let offset = 0;
  let open: { kind: "text"; text: Span } | null = null;
  let table: { kind: "table"; header: Span[] | null; rows: Span[][] } | null = null;
  for (const line of content.split("\n")) {
    const start = offset;
    offset += line.length + 1;
    const isRow = line.trimStart().startsWith("|");
    if (!isRow) table = null;
    const marked = HEADING.exec(line) ?? ITEM.exec(line);
    if (isRow) {
      open = null;
      if (!table) blocks.push((table = { kind: "table", header: null, rows: [] }));
      if (!RULE.test(line)) table.rows.push(readCells(line, start));
      else if (table.rows.length === 1 && !table.header) table.header = table.rows.pop() ?? null;
    } else if (line.trim() === "") {
      open = null;
    } else if (marked) {
      open = null;
      const from = start + (marked[1]?.length ?? 0);
      const kind = HEADING.test(line) ? "heading" : "item";
      blocks.push({ kind, text: { start: from, end: from + (marked[2]?.length ?? 0) } });
    } else if (open) {
      open.text.end = start + line.length;
    } else {
      open = { kind: "text", text: { start, end: start + line.length } };
      blocks.push(open);
    }
  }
  return blocks.filter(
    (block) => (block.kind !== "table" || block.header) ?? block.rows.length > 0,
  );
}

/** The highlighted spans of a hit in UTF-16 units. */
export function readHighlights({
  content,
  highlights,
}: Pick<Hit, "content" | "highlights">): Span[] {
  const index = new CodePointIndex(content);
  return highlights.map(([start = 0, end = 0]) => ({
    start: index.toUnits(start),
    end: index.toUnits(end),
  }));
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

interface Candidate {
  span: Span;
  /** The block it is in, and its row where that is a table. */
  block: number;
  row: number | null;
  words: Set<string>;
}

function listCandidates(hit: Pick<Hit, "content" | "highlights">): Candidate[] {
  const { content } = hit;
  const marks = readHighlights(hit);
  const wordsIn = (...spans: Span[]) =>
    new Set(
      marks
        .filter((mark) => spans.some(({ start, end }) => mark.start >= start && mark.end <= end))
        .map(({ start, end }) => content.slice(start, end).toLowerCase()),
    );
  return readBlocks(content).flatMap((block, at): Candidate[] => {
    if (block.kind === "heading") return [];
    if (block.kind === "table") {
      return block.rows.flatMap((row, number) => {
        const [first, last] = [row[0], row.at(-1)];
        if (!first || !last) return [];
        const span = { start: first.start, end: last.end };
        // A cell is read with the names of its columns; a row that names nothing is no answer.
        const own = wordsIn(span);
        const words = own.size ? wordsIn(span, ...(block.header ?? [])) : own;
        return [{ span, block: at, row: number, words }];
      });
    }
    const text = content.slice(block.text.start, block.text.end);
    return [...sentences.segment(text)].map(({ index, segment }) => {
      const start = block.text.start + index;
      const span = { start, end: start + segment.trimEnd().length };
      return { span, block: at, row: null, words: wordsIn(span) };
    });
  });
}

export interface BestSentence extends Span {
  block: number;
  row: number | null;
  /** The heading above it in the passage; null where its text has none. */
  heading: string | null;
}

/**
 * For each passage the sentence, list item or table row with most of the question's words, a word
 * weighing ln(1 + sentences / sentences that hold it) over all passages; null where none holds any.
 */
export function findBestSentences(
  hits: readonly Pick<Hit, "content" | "highlights">[],
): (BestSentence | null)[] {
  const listed = hits.map(listCandidates);
  const all = listed.flat();
  const holding = new Map<string, number>();
  for (const { words } of all)
    for (const word of words) holding.set(word, (holding.get(word) ?? 0) + 1);
  const weigh = ({ words }: Candidate) =>
    [...words].reduce((sum, word) => sum + Math.log(1 + all.length / (holding.get(word) ?? 1)), 0);
  return listed.map((candidates, at) => {
    let best: Candidate | null = null;
    for (const candidate of candidates)
      if (candidate.words.size && (!best || weigh(candidate) > weigh(best) + 1e-9))
        best = candidate;
    if (!best) return null;
    const content = hits[at]?.content ?? "";
    const above = readBlocks(content)
      .slice(0, best.block)
      .findLast(({ kind }) => kind === "heading");
    const heading =
      above && above.kind !== "table" ? content.slice(above.text.start, above.text.end) : null;
    return { ...best.span, block: best.block, row: best.row, heading };
  });
}

const ROWS_SHOWN = 3;
const BLOCKS_SHOWN = 3;

/** What of a long passage is shown at first: the best sentence with its heading and neighbours. */
export function excerpt(
  blocks: readonly Block[],
  best: BestSentence | null,
): { block: Block; cut: boolean }[] {
  const at = best?.block ?? 0;
  const heading = blocks.slice(0, at).findLastIndex(({ kind }) => kind === "heading");
  const from = heading >= 0 && at - heading <= 2 ? heading : at;
  return blocks.slice(from, Math.max(from + BLOCKS_SHOWN, at + 1)).map((block) => {
    if (block.kind !== "table" || block.rows.length <= ROWS_SHOWN) return { block, cut: false };
    const row = blocks[at] === block ? (best?.row ?? 0) : 0;
    const first = Math.max(0, Math.min(row - 1, block.rows.length - ROWS_SHOWN));
    return { block: { ...block, rows: block.rows.slice(first, first + ROWS_SHOWN) }, cut: true };
  });
}
