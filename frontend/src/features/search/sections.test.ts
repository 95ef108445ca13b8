import { expect, it } from "vitest";

import { rollUpSections } from "./sections";

it("counts what is below with what is above, in reading order", () => {
  expect(rollUpSections({ "A > 10": 1, "A > 2 > x": 3, A: 2, B: 1 })).toEqual([
    { path: "A", count: 6 },
    { path: "A > 2", count: 3 },
    { path: "A > 2 > x", count: 3 },
    { path: "A > 10", count: 1 },
    { path: "B", count: 1 },
  ]);
});
