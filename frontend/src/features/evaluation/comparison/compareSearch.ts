import { oneOf, text } from "@/lib/searchParams";

/** Which modes are held against each other: each with itself, or one of the baseline's with another. */
export const PAIRINGS = ["same", "hybrid-vector", "vector-hybrid"] as const;
export type Pairing = (typeof PAIRINGS)[number];

export const METRIC_CHOICES = ["ndcg", "mrr", "hit_rate", "recall", "precision", "map"] as const;

/** The two runs compared, as they stand in the address. */
export interface CompareSearch {
  run?: string;
  baseline?: string;
  pairing?: Pairing;
  metric?: (typeof METRIC_CHOICES)[number];
  shown?: "all";
}

export function readCompareSearch(raw: Record<string, unknown>): CompareSearch {
  return {
    run: text(raw.run),
    baseline: text(raw.baseline),
    pairing: oneOf(raw.pairing, PAIRINGS),
    metric: oneOf(raw.metric, METRIC_CHOICES),
    shown: oneOf(raw.shown, ["all"]),
  };
}
