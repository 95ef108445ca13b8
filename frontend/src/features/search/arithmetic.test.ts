import { expect, it } from "vitest";

import {
  compareWithThreshold,
  cosineOf,
  describeFusion,
  describeSigmoid,
  fuse,
} from "./arithmetic";

it("turns the vector score back into a cosine", () => {
  expect(cosineOf(0.8065645)).toBeCloseTo(0.613129, 6);
  expect([cosineOf(0), cosineOf(1)]).toEqual([-1, 1]);
});

it("writes the terms of the fusion as they are added", () => {
  expect(describeFusion({ vector: 1, text: 4 }, 60)).toBe("1/(60+1) + 1/(60+4)");
  expect(describeFusion({ vector: 11, text: null }, 60)).toBe("1/(60+11) + 0");
  expect(describeFusion({ vector: null, text: 2 }, 10)).toBe("0 + 1/(10+2)");
});

it("adds up to what the API reports", () => {
  expect(fuse({ vector: 1, text: 4 }, 60)).toBeCloseTo(0.032018442622950824, 15);
  expect(fuse({ vector: 11, text: null }, 60)).toBeCloseTo(0.014084507042253521, 15);
});

it("writes the sigmoid with the sign the exponent has", () => {
  expect(describeSigmoid(0.4046)).toBe("1/(1 + e^−0.4046)");
  expect(describeSigmoid(-11.1428)).toBe("1/(1 + e^11.1428)");
});

it("compares with the threshold, the threshold itself included", () => {
  expect(compareWithThreshold(0.15, 0.15)).toBe("reaches");
  expect(compareWithThreshold(0.1499, 0.15)).toBe("misses");
  expect(compareWithThreshold(0.9, null)).toBe("none");
  expect(compareWithThreshold(null, 0.15)).toBe("none");
});
