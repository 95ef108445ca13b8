import { oneOf, positive, text } from "@/lib/searchParams";

export const COLORINGS = ["document", "group", "status", "score"] as const;
export type Coloring = (typeof COLORINGS)[number];

/** What of the map stands in the address. */
export interface MapSearch {
  q?: string;
  color?: Coloring;
  /** Most points asked for. */
  limit?: number;
  /** The chunk that is read. */
  chunk?: string;
  /** The document whose vectors are drawn one by one. */
  document?: string;
}

export const MOST_POINTS = 20_000;

export function readMapSearch(raw: Record<string, unknown>): MapSearch {
  const limit = positive(raw.limit);
  return {
    q: text(raw.q)?.slice(0, 2000),
    color: oneOf(raw.color, COLORINGS),
    limit: limit && limit <= MOST_POINTS ? limit : undefined,
    chunk: text(raw.chunk),
    document: text(raw.document),
  };
}

/** Score needs a question; without one, documents are told apart. */
export function coloringOf({ color, q }: MapSearch): Coloring {
  if (color === "score" && !q) return "document";
  return color ?? (q ? "score" : "document");
}
