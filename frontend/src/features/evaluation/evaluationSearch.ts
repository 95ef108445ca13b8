import { oneOf, text, textList } from "@/app/searchParams";

export const OUTCOMES = ["passed", "failed", "differs", "flipped"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What of this screen stands in the address: the run, and what of its cases is shown. */
export interface EvaluationSearch {
  run?: string;
  q?: string;
  outcome?: Outcome;
  suite?: string[];
  category?: string[];
}

export function readEvaluationSearch(raw: Record<string, unknown>): EvaluationSearch {
  return {
    run: text(raw.run),
    q: text(raw.q),
    outcome: oneOf(raw.outcome, OUTCOMES),
    suite: textList(raw.suite),
    category: textList(raw.category),
  };
}
