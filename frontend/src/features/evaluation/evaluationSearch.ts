import { oneOf, text, textList } from "@/lib/searchParams";

export const OUTCOMES = ["passed", "failed", "differs", "flipped"] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const FIGURES = ["totals", "abstention", "category"] as const;
export type FiguresName = (typeof FIGURES)[number];

/** What of this screen stands in the address: the run, and what of its figures and cases is shown. */
export interface EvaluationSearch {
  run?: string;
  figures?: FiguresName;
  q?: string;
  outcome?: Outcome;
  suite?: string[];
  category?: string[];
}

export function readEvaluationSearch(raw: Record<string, unknown>): EvaluationSearch {
  return {
    run: text(raw.run),
    figures: oneOf(raw.figures, FIGURES),
    q: text(raw.q),
    outcome: oneOf(raw.outcome, OUTCOMES),
    suite: textList(raw.suite),
    category: textList(raw.category),
  };
}
