import { expect, it } from "vitest";

import { CodePointIndex } from "./codePoints";

it("agrees with code point arithmetic across emoji, far into the text", () => {
  const text = `${"añ😀b".repeat(700)}终`;
  const points = Array.from(text);
  const index = new CodePointIndex(text);
  for (const [start, end] of [
    [0, 3],
    [2, 4],
    [1023, 1026],
    [2050, 2801],
  ] as const) {
    expect(index.slice(start, end)).toBe(points.slice(start, end).join(""));
  }
});

it("leaves plain text alone and stays inside it", () => {
  const index = new CodePointIndex("plain");
  expect(index.slice(1, 99)).toBe("lain");
});
