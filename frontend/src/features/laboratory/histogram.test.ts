import { expect, it } from "vitest";

import { countSizes, findBinWidth } from "./histogram";

it("takes round bin widths", () => {
  expect([31, 32, 100, 256, 700].map((most) => findBinWidth(most, 32))).toEqual([1, 2, 5, 10, 50]);
});

it("counts every chunk once, the largest in the last bin", () => {
  const { width, counts } = countSizes([0, 9, 10, 255, 256], 256);
  expect(width).toBe(10);
  expect(counts).toHaveLength(26);
  expect([counts[0], counts[1], counts[25]]).toEqual([2, 1, 2]);
});
