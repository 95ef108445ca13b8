import { describe, expect, it } from "vitest";

import { heatBound, heatColor, heatPixels, moveCell } from "./heat";
import { readLegend } from "./mapColors";
import { mapOption, pointOf } from "./mapOption";
import type { MapPoint, VectorMap } from "./mapQuery";
import { coloringOf, readMapSearch } from "./mapSearch";

const point = (id: string, fields: Partial<MapPoint> = {}): MapPoint => ({
  chunk_id: id,
  document_id: `d-${id}`,
  chunk_index: 0,
  filename: `${id}.md`,
  group: "hr",
  source_status: "current",
  x: 0.1,
  y: -0.2,
  score: null,
  ...fields,
});
const map = (points: MapPoint[], query: VectorMap["query"] = null): VectorMap => ({
  points,
  shown: points.length,
  total: 9,
  explained_variance: [0.2, 0.1],
  query,
});

describe("readMapSearch", () => {
  it("drops what makes no sense", () => {
    expect(readMapSearch({ color: "size", limit: 20_001, q: "" })).toEqual({});
    expect(readMapSearch({ color: "score", limit: "9", chunk: "c" })).toEqual({
      color: "score",
      limit: 9,
      chunk: "c",
    });
  });

  it("colours by score only where there is a question", () => {
    expect(coloringOf({ color: "score" })).toBe("document");
    expect(coloringOf({ q: "x" })).toBe("score");
    expect(coloringOf({ q: "x", color: "group" })).toBe("group");
  });
});

describe("readLegend", () => {
  const points = [point("a"), point("b", { group: "it" }), point("c"), point("c")];

  it("counts each kind, the most frequent first", () => {
    expect(readLegend(points, "group", "light").map(({ label, count }) => [label, count])).toEqual([
      ["hr", 3],
      ["it", 1],
    ]);
    expect(readLegend(points, "document", "light")[0]).toMatchObject({ label: "c.md", count: 2 });
  });

  it("gives groups different colours that do not hang on the order of the points", () => {
    const color = (list: MapPoint[]) =>
      new Map(readLegend(list, "group", "dark").map(({ key, color: of }) => [key, of]));
    expect(color(points)).toEqual(color([...points].reverse()));
    expect(color(points).get("hr")).not.toBe(color(points).get("it"));
  });
});

describe("mapOption", () => {
  const look = { coloring: "document", scheme: "light", only: null, chosen: undefined } as const;

  it("draws one point a chunk, and the question apart", () => {
    const option = mapOption(map([point("a"), point("b")], { x: 1, y: 2 }), look);
    const series = option.series as { data: { value: number[] }[]; silent?: boolean }[];
    expect(series[0]?.data).toHaveLength(2);
    expect(series[1]).toMatchObject({ silent: true, data: [{ value: [1, 2] }] });
  });

  it("leads from what was clicked to the chunk, and from nothing to nothing", () => {
    const option = mapOption(map([point("a")]), look);
    const [series] = option.series as { data: unknown[] }[];
    expect(pointOf(series?.data[0])).toBe("a");
    expect([pointOf(null), pointOf([1, 2]), pointOf({})]).toEqual([null, null, null]);
  });

  it("scales the colours to the scores there are", () => {
    const scored = [point("a", { score: 0.4 }), point("b", { score: 0.8 })];
    const option = mapOption(map(scored), { ...look, coloring: "score" });
    expect(option.visualMap).toMatchObject({ min: 0.4, max: 0.8 });
  });
});

describe("heat", () => {
  it("is the surface at zero and symmetric in strength", () => {
    expect(heatColor(0, 1, "light")).toEqual([247, 247, 246]);
    expect(heatColor(-1, 1, "light")).toEqual([33, 90, 168]);
    expect(heatColor(5, 1, "light")).toEqual([180, 83, 9]);
  });

  it("does not let one outlier pale all others", () => {
    const vector = Array.from({ length: 99 }, () => 0.1);
    expect(heatBound([[...vector, 9]])).toBe(0.1);
    expect(heatBound([[0, 0]])).toBe(1);
  });

  it("makes a pixel of each number", () => {
    const { width, height, data } = heatPixels(
      [
        [1, 0],
        [-1, 0],
      ],
      "light",
    );
    expect([width, height, data.length]).toEqual([2, 2, 16]);
    expect([...data.slice(8, 12)]).toEqual([33, 90, 168, 255]);
  });

  it("is walked by keys and does not leave the field", () => {
    const size = { width: 4, height: 2 };
    expect(moveCell({ row: 0, column: 0 }, "ArrowRight", size)).toEqual({ row: 0, column: 1 });
    expect(moveCell({ row: 1, column: 2 }, "PageDown", size)).toEqual({ row: 1, column: 2 });
    expect(moveCell({ row: 1, column: 2 }, "End", size)).toEqual({ row: 1, column: 3 });
    expect(moveCell({ row: 1, column: 2 }, "x", size)).toBeNull();
  });
});
