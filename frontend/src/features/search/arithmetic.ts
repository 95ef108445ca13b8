import type { Hit } from "@/api/types";
import { formatScore } from "@/lib/numbers";

/** Cosine from what `$vectorSearch` reports, (1 + cosine) / 2. */
export function cosineOf(vector: number): number {
  return 2 * vector - 1;
}

/** The terms of reciprocal rank fusion as they are added: `1/(60+1) + 1/(60+4)`. */
export function describeFusion(ranks: Pick<Hit["ranks"], "vector" | "text">, k: number): string {
  const term = (rank: number | null) => (rank === null ? "0" : `1/(${k}+${rank})`);
  return `${term(ranks.vector)} + ${term(ranks.text)}`;
}

/** The sum those terms make. */
export function fuse(ranks: Pick<Hit["ranks"], "vector" | "text">, k: number): number {
  const term = (rank: number | null) => (rank === null ? 0 : 1 / (k + rank));
  return term(ranks.vector) + term(ranks.text);
}

/** The logistic function as it is computed: `1/(1 + e^−0.4046)`. */
export function describeSigmoid(logit: number): string {
  return `1/(1 + e^${formatScore(-logit)})`;
}

export type ThresholdRelation = "reaches" | "misses" | "none";

/** How a reranker score stands to the threshold; `none` where either is missing. */
export function compareWithThreshold(
  score: number | null,
  threshold: number | null,
): ThresholdRelation {
  if (score === null || threshold === null) return "none";
  return score >= threshold ? "reaches" : "misses";
}
