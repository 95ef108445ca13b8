import { expect, it } from "vitest";

import { findRanges } from "./ranges";

it("joins neighbours and nothing else", () => {
  expect(findRanges([0, 1, 2, 7, 9, 10])).toEqual([
    { start: 0, count: 3 },
    { start: 7, count: 1 },
    { start: 9, count: 2 },
  ]);
  expect(findRanges([])).toEqual([]);
});
