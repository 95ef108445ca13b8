import type { ChartOption } from "@/components/chart/echarts";
import type { Scheme } from "@/lib/documentColor";
import { formatScore } from "@/lib/numbers";

import { kindOf, readLegend, scoreRamp } from "./mapColors";
import type { MapPoint, VectorMap } from "./mapQuery";
import type { Coloring } from "./mapSearch";

interface Drawn {
  value: number[];
  pointId: string;
}

export interface MapLook {
  coloring: Coloring;
  scheme: Scheme;
  /** Only this kind stands out; null shows all alike. */
  only: string | null;
  chosen: string | undefined;
}

/** The id of the point behind something the chart says was clicked. */
export function pointOf(data: unknown): string | null {
  return typeof data === "object" && data !== null && "pointId" in data
    ? String((data as Drawn).pointId)
    : null;
}

function describe(point: MapPoint): string {
  const score = point.score === null ? "" : `\nvector score ${formatScore(point.score)}`;
  return `${point.filename}\n${point.group} · ${point.source_status}${score}`;
}

function axis(share: number, name: string) {
  return {
    type: "value" as const,
    scale: true,
    axisLine: { onZero: false },
    name: `${name}: ${share.toFixed(3)} of the variance`,
    nameLocation: "middle" as const,
    nameGap: name === "PC 1" ? 24 : 34,
    axisLabel: { formatter: (value: number) => value.toFixed(1).replace("-", "−") },
    splitLine: { show: false },
  };
}

/** The scatter chart of a map: one point a chunk, the question as a cross. */
export function mapOption(map: VectorMap, look: MapLook): ChartOption {
  const { coloring, scheme, only, chosen } = look;
  const [first, second] = map.explained_variance;
  const byId = new Map(map.points.map((point) => [point.chunk_id, point]));
  const ink = scheme === "light" ? "#1b1f24" : "#dde2e8";
  const byScore = coloring === "score";
  const colors = byScore
    ? null
    : new Map(readLegend(map.points, coloring, scheme).map(({ key, color }) => [key, color]));
  const scores = map.points.map(({ score }) => score ?? 0);
  const data = map.points.map((point) => {
    const kind = kindOf(point, coloring);
    const dimmed = only !== null && !byScore && kind !== only;
    return {
      value: [point.x, point.y, point.score ?? 0],
      pointId: point.chunk_id,
      symbolSize: dimmed ? 4 : 7,
      itemStyle: { opacity: dimmed ? 0.15 : 0.85, color: colors?.get(kind) },
    };
  });
  const marked = chosen ? byId.get(chosen) : undefined;
  const overlay = (x: number, y: number, symbol: string, size: number, id: string) => ({
    type: "scatter" as const,
    silent: true,
    z: 5,
    data: [{ value: [x, y], pointId: id }],
    symbol,
    symbolSize: size,
    itemStyle: { color: "transparent", borderColor: ink, borderWidth: 2 },
  });
  return {
    animation: false,
    grid: { left: 46, right: 14, top: 12, bottom: byScore ? 78 : 40 },
    xAxis: axis(first, "PC 1"),
    yAxis: axis(second, "PC 2"),
    dataZoom: [
      { type: "inside", xAxisIndex: 0, filterMode: "none" },
      { type: "inside", yAxisIndex: 0, filterMode: "none" },
    ],
    tooltip: {
      trigger: "item",
      renderMode: "richText",
      formatter: (item: unknown) => {
        const point = byId.get(pointOf((item as { data: unknown }).data) ?? "");
        return point ? describe(point) : "";
      },
    },
    ...(byScore && {
      visualMap: {
        type: "continuous" as const,
        seriesIndex: 0,
        dimension: 2,
        min: Math.min(...scores),
        max: Math.max(...scores),
        precision: 4,
        orient: "horizontal" as const,
        left: 46,
        bottom: 0,
        itemHeight: 120,
        itemWidth: 10,
        calculable: false,
        text: ["near", "far"],
        inRange: { color: scoreRamp(scheme) },
      },
    }),
    series: [
      { type: "scatter", data, large: false },
      ...(marked ? [overlay(marked.x, marked.y, "circle", 15, marked.chunk_id)] : []),
      ...(map.query ? [overlay(map.query.x, map.query.y, CROSS, 17, "")] : []),
    ],
  };
}

/** A cross, as an SVG path. */
const CROSS = "path://M0,5 L10,5 M5,0 L5,10";
