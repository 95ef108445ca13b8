import { describe, expect, it } from "vitest";

import { documentColor, oklchToHex } from "./documentColor";

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Whether two colours are too close to be told apart at the size of a dot. */
function near(one: string, other: string): boolean {
  const [a, b] = [one, other].map((hex) =>
    [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16)),
  );
  return Math.hypot(...(a ?? []).map((value, at) => value - (b?.[at] ?? 0))) < 24;
}

const ids = Array.from({ length: 400 }, (_, i) =>
  (0x692b00000000 + i).toString(16).padStart(24, "6"),
);

describe("documentColor", () => {
  it("stands out on the surfaces of its scheme, whatever the id", () => {
    for (const id of ids) {
      expect(contrast(documentColor(id, "light"), "#fbfbfa")).toBeGreaterThanOrEqual(3);
      expect(contrast(documentColor(id, "dark"), "#22272e")).toBeGreaterThanOrEqual(3);
    }
  });

  it("is the same for one id and spreads consecutive ids", () => {
    expect(documentColor("a", "light")).toBe(documentColor("a", "light"));
    expect(new Set(ids.slice(0, 40).map((id) => documentColor(id, "light"))).size).toBeGreaterThan(
      35,
    );
  });

  it("gives few of a couple of dozen documents colours that look the same", () => {
    const samples = Array.from({ length: 16 }, (_, at) => ids.slice(at * 23, at * 23 + 23));
    for (const scheme of ["light", "dark"] as const) {
      const alike = samples.map((sample) => {
        const colors = sample.map((id) => documentColor(id, scheme));
        return colors.filter((one, at) => colors.slice(0, at).some((other) => near(one, other)));
      });
      // Of 23, on average. Two steps of lightness at one chroma would give more than eight.
      expect(alike.flat().length / samples.length).toBeLessThan(6);
    }
  });

  it("converts OKLCH as published", () => {
    expect(oklchToHex(1, 0, 0)).toBe("#ffffff");
    expect(oklchToHex(0.6279554, 0.2576833, 29.2338)).toBe("#ff0000");
  });
});
