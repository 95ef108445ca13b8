import { CodePointIndex } from "@/lib/codePoints";

interface Props {
  text: string;
  /** [start, end) spans in code points, ascending; overlapping ones are merged. */
  spans: ReadonlyArray<readonly [number, number] | readonly number[]>;
  /** What the marked pieces are: found, added or removed. */
  as?: "mark" | "ins" | "del";
}

/** Text with some of it marked. Always text: markup in it is shown, never run. */
export function MarkedText({ text, spans, as: Piece = "mark" }: Props) {
  const index = new CodePointIndex(text);
  const pieces: React.ReactNode[] = [];
  let at = 0;
  for (const [start = 0, end = 0] of spans) {
    const from = Math.max(at, index.toUnits(start));
    const to = index.toUnits(end);
    if (to <= from) continue;
    pieces.push(text.slice(at, from), <Piece key={from}>{text.slice(from, to)}</Piece>);
    at = to;
  }
  pieces.push(text.slice(at));
  return <>{pieces}</>;
}
