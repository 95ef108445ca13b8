import { expect, it } from "vitest";

import { findLimit, heatColor } from "./heat";

it("runs from blue over the surface to orange and stops at the limit", () => {
  expect(heatColor(0, 0.2, "light")).toEqual([247, 247, 245]);
  expect(heatColor(-0.2, 0.2, "light")).toEqual([22, 82, 158]);
  expect(heatColor(9, 0.2, "light")).toEqual(heatColor(0.2, 0.2, "light"));
  expect(heatColor(0.1, 0.2, "light")).toEqual([219, 167, 123]);
});

it("draws a vector of zeros as zero", () => {
  expect(heatColor(0, findLimit([0, 0]), "dark")).toEqual([30, 34, 40]);
  expect(findLimit([0.1, -0.3])).toBe(0.3);
});
