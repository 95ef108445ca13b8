import { text } from "@/app/searchParams";

/** What of this screen stands in the address. */
export interface EvaluationSearch {
  q?: string;
}

export function readEvaluationSearch(raw: Record<string, unknown>): EvaluationSearch {
  return { q: text(raw.q) };
}
