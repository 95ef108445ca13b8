import { text } from "@/app/searchParams";

/** What of this screen stands in the address. */
export interface LabSearch {
  q?: string;
}

export function readLabSearch(raw: Record<string, unknown>): LabSearch {
  return { q: text(raw.q) };
}
