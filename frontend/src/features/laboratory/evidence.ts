import { plural } from "@/lib/numbers";

import type { FactEvidence, SideReport } from "./laboratoryTypes";

/** Where a fact stands on one side. */
export interface FactPlace {
  /** Whole in a chunk. */
  whole: boolean;
  /** `chunk_index` of every chunk that holds it whole. */
  chunks: number[];
  /** Where none does: the nearest chunk, and what it lacks. */
  nearest: number | null;
  missing: string[];
  /** Rank of the first result that holds it; null if none of them does. */
  rank: number | null;
  /** Whether a search was made at all. */
  searched: boolean;
}

/** The place of each fact of the check on one side, in the order asked. */
export function placeFacts({ evidence }: SideReport): FactPlace[] {
  if (!evidence) return [];
  const results = evidence.search?.results ?? [];
  return evidence.facts.map(({ chunks, nearest, missing }: FactEvidence, fact) => ({
    whole: chunks.length > 0,
    chunks,
    nearest,
    missing,
    rank: results.find(({ facts }) => facts.includes(fact))?.rank ?? null,
    searched: evidence.search !== null,
  }));
}

/** `2 of 3 facts stand whole in a chunk; the first 6 results hold 1` */
export function sumUp(report: SideReport): string {
  const places = placeFacts(report);
  if (places.length === 0) return "";
  const whole = places.filter((place) => place.whole).length;
  const says = `${whole} of ${plural(places.length, "fact")} ${whole === 1 ? "stands" : "stand"} whole in a chunk`;
  const search = report.evidence?.search;
  if (!search) return says;
  const found = places.filter(({ rank }) => rank !== null).length;
  return `${says}; the first ${plural(search.limit, "result")} ${search.limit === 1 ? "holds" : "hold"} ${found}`;
}
