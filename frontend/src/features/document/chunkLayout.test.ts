import { describe, expect, it } from "vitest";

import { describeSegment, type LaidChunk, layRows } from "./chunkLayout";

const chunk = (
  chunk_index: number,
  char_start: number,
  char_end: number,
  window_end: number | null = null,
): LaidChunk => ({ chunk_index, char_start, char_end, window_end });

describe("layRows", () => {
  it("shows every character once, with the overlap shaded at the head of the later chunk", () => {
    const rows = layRows([chunk(0, 0, 100), chunk(1, 80, 200)], 205);
    expect(
      rows.map(({ pieces }) => pieces.map(({ start, end, overlap }) => [start, end, overlap])),
    ).toEqual([
      [[0, 80, false]],
      [
        [80, 100, true],
        [100, 205, false],
      ],
    ]);
  });

  it("joins without a gap whatever the chunks", () => {
    const chunks = [
      chunk(0, 3, 90, 60),
      chunk(1, 70, 160, 150),
      chunk(2, 160, 400, 161),
      chunk(3, 380, 390),
    ];
    const pieces = layRows(chunks, 500).flatMap((row) => row.pieces);
    expect(pieces[0]?.start).toBe(0);
    expect(pieces.at(-1)?.end).toBe(500);
    for (let i = 1; i < pieces.length; i++) expect(pieces[i]?.start).toBe(pieces[i - 1]?.end);
  });

  it("hatches what no vector has seen, and only that", () => {
    const rows = layRows([chunk(0, 0, 100, 70), chunk(1, 80, 200)], 200);
    const beyond = rows.flatMap(({ pieces }) => pieces.filter((piece) => piece.beyond));
    // From 80 on the second chunk's vector has seen the text.
    expect(beyond.map(({ start, end }) => [start, end])).toEqual([[70, 80]]);
  });
});

it("describes a ribbon segment by shares", () => {
  const chunks = [chunk(0, 0, 100), chunk(1, 80, 180, 160), chunk(2, 170, 300)];
  expect(describeSegment(chunks, 1)).toEqual({ head: 0.2, tail: 0.1, window: 0.8 });
  expect(describeSegment(chunks, 0)).toEqual({ head: 0, tail: 0.2, window: 1 });
});
