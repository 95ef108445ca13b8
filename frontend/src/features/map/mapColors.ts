import { documentColor, oklchToHex, type Scheme } from "@/lib/documentColor";

import type { MapPoint } from "./mapQuery";
import type { Coloring } from "./mapSearch";

/** A kind of point in the legend, with its colour and how many points it has. */
export interface LegendEntry {
  key: string;
  label: string;
  color: string;
  count: number;
}

const STATUS = {
  light: { current: "#2f6fd0", superseded: "#a35f00", draft: "#7b8590" },
  dark: { current: "#7fb0f5", superseded: "#e5b567", draft: "#8f99a5" },
} as const;

/** Hues as far apart as the number of groups allows; the names' order decides, not the data's. */
function groupColors(points: readonly MapPoint[], scheme: Scheme): Map<string, string> {
  const names = [...new Set(points.map(({ group }) => group))].sort();
  const [lightness, chroma] = scheme === "light" ? [0.55, 0.14] : [0.76, 0.12];
  return new Map(
    names.map((name, at) => [name, oklchToHex(lightness, chroma, 25 + (at * 360) / names.length)]),
  );
}

/** From far to near, on the scheme's own surface: pale to strong. */
export function scoreRamp(scheme: Scheme): string[] {
  const steps = [0, 0.25, 0.5, 0.75, 1];
  return steps.map((t) =>
    scheme === "light"
      ? oklchToHex(0.88 - 0.5 * t, 0.03 + 0.15 * t, 262 - 40 * t)
      : oklchToHex(0.36 + 0.52 * t, 0.03 + 0.11 * t, 262 - 60 * t),
  );
}

/** Which kind a point is of, for a colouring by kinds. */
export function kindOf(point: MapPoint, coloring: Coloring): string {
  if (coloring === "group") return point.group;
  if (coloring === "status") return point.source_status;
  return point.document_id;
}

/** Every kind there is, the most frequent first. */
export function readLegend(
  points: readonly MapPoint[],
  coloring: Exclude<Coloring, "score">,
  scheme: Scheme,
): LegendEntry[] {
  const groups = groupColors(points, scheme);
  const entries = new Map<string, LegendEntry>();
  for (const point of points) {
    const key = kindOf(point, coloring);
    const entry = entries.get(key);
    if (entry) entry.count++;
    else {
      const color =
        coloring === "document"
          ? documentColor(key, scheme)
          : coloring === "group"
            ? (groups.get(key) ?? "")
            : STATUS[scheme][point.source_status];
      const label = coloring === "document" ? point.filename : key;
      entries.set(key, { key, label, color, count: 1 });
    }
  }
  return [...entries.values()].sort(
    (one, other) => other.count - one.count || one.label.localeCompare(other.label),
  );
}
