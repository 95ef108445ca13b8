import { expect, it } from "vitest";

import { layPieces } from "./chunkPieces";
import { makeCut } from "./laboratorySamples";

const look = (pieces: ReturnType<typeof layPieces>) =>
  pieces.map(({ start, end, ...flags }) => [
    start,
    end,
    Object.entries(flags)
      .filter(([, on]) => on)
      .map(([name]) => name)
      .join(" "),
  ]);

it("shades context, overlap and what lies beyond the window, each where it is", () => {
  const chunk = makeCut(1, {
    char_start: 80,
    char_end: 160,
    context_length: 20,
    window_end: 80,
  });
  expect(look(layPieces(chunk, makeCut(0)))).toEqual([
    [0, 20, "context"],
    [20, 40, "overlap"],
    [40, 80, ""],
    [80, 100, "beyond"],
  ]);
});

it("is one plain piece where nothing is special", () => {
  expect(look(layPieces(makeCut(1), makeCut(0)))).toEqual([[0, 100, ""]]);
  expect(look(layPieces(makeCut(0), undefined))).toEqual([[0, 100, ""]]);
});

it("joins without a gap whatever the window cuts", () => {
  for (let window_end = 0; window_end <= 170; window_end += 10) {
    const chunk = makeCut(1, { char_start: 60, context_length: 30, window_end });
    const pieces = layPieces(chunk, makeCut(0));
    expect(pieces[0]?.start).toBe(0);
    expect(pieces.at(-1)?.end).toBe(170);
    pieces.slice(1).forEach((piece, at) => expect(piece.start).toBe(pieces[at]?.end));
  }
});
