import type { ReactNode } from "react";

import type { Hit } from "@/api/types";

import {
  type BestSentence,
  type Block,
  excerpt,
  readBlocks,
  readHighlights,
  type Span,
} from "./passageBlocks";
import classes from "./Passage.module.css";

interface Props {
  hit: Pick<Hit, "content" | "highlights">;
  best: BestSentence | null;
  whole: boolean;
}

/** Whether a passage is cut to an excerpt at first. */
export function isLong(content: string): boolean {
  return content.length > 420 || content.split("\n").length > 9;
}

/** A passage as it was written: tables as tables, headings as headings, the matches marked. Always text. */
export function Passage({ hit, best, whole }: Props) {
  const blocks = readBlocks(hit.content);
  const marks = readHighlights(hit);
  const shown =
    whole || !isLong(hit.content)
      ? blocks.map((block) => ({ block, cut: false }))
      : excerpt(blocks, best);
  const mark = (span: Span) => markSpan(hit.content, span, marks, best);
  return (
    <div className={classes.passage} data-clamped={!whole || undefined} dir="auto">
      {shown.map(({ block, cut }, at) => (
        <PassageBlock key={at} block={block} cut={cut} mark={mark} best={best} />
      ))}
    </div>
  );
}

function PassageBlock({
  block,
  cut,
  mark,
  best,
}: {
  block: Block;
  cut: boolean;
  mark: (span: Span) => ReactNode;
  best: BestSentence | null;
}) {
  if (block.kind !== "table") {
    const { start, end } = block.text;
    return (
      <p className={classes[block.kind]} key={start} data-end={end}>
        {mark(block.text)}
      </p>
    );
  }
  const isBest = (row: Span[]) => best !== null && row[0]?.start === best.start;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls by itself
    <div className={classes.scroll} role="region" aria-label="Table" tabIndex={0}>
      <table className={classes.table}>
        {block.header && (
          <thead>
            <tr>
              {block.header.map((cell) => (
                <th key={cell.start}>{mark(cell)}</th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {block.rows.map((row, at) => (
            <tr key={row[0]?.start ?? at} data-best={isBest(row) || undefined}>
              {row.map((cell) => (
                <td key={cell.start}>{mark(cell)}</td>
              ))}
            </tr>
          ))}
          {cut && (
            <tr>
              <td colSpan={block.header?.length ?? block.rows[0]?.length ?? 1}>…</td>
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** The text of a span, with the words that matched marked, and the sentence that fits best. */
function markSpan(
  content: string,
  { start, end }: Span,
  marks: readonly Span[],
  best: BestSentence | null,
): ReactNode {
  const words = (from: number, to: number): ReactNode[] => {
    const pieces: ReactNode[] = [];
    let at = from;
    for (const mark of marks) {
      if (mark.start < at || mark.end > to) continue;
      pieces.push(
        content.slice(at, mark.start),
        <mark key={mark.start}>{content.slice(mark.start, mark.end)}</mark>,
      );
      at = mark.end;
    }
    return [...pieces, content.slice(at, to)];
  };
  if (!best || best.row !== null || best.start < start || best.end > end) return words(start, end);
  return (
    <>
      {words(start, best.start)}
      <strong className={classes.best}>{words(best.start, best.end)}</strong>
      {words(best.end, end)}
    </>
  );
}
