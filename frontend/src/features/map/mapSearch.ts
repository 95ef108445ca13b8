import { text } from "@/app/searchParams";

/** What of this screen stands in the address. */
export interface MapSearch {
  q?: string;
}

export function readMapSearch(raw: Record<string, unknown>): MapSearch {
  return { q: text(raw.q) };
}
