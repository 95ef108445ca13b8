import type { Estimate, MetricName, Summary } from "./evaluationTypes";

/** Every k the run has metrics for, ascending. */
export function listCutoffs(summaries: readonly Summary[]): number[] {
  const cutoffs = summaries.flatMap(({ metrics }) => metrics.map(({ k }) => k));
  return [...new Set(cutoffs)].sort((one, other) => one - other);
}

type Figure = Pick<Estimate, "value"> & Partial<Estimate>;

/** A metric at k; a run from before there were intervals has three, without one. */
export function findMetric(
  summary: Summary | undefined,
  name: MetricName,
  k: number | undefined,
): Figure | null {
  const found = summary?.metrics.find((metric) => metric.name === name && metric.k === k);
  if (found || !summary || summary.metrics.length > 0) return found ?? null;
  const earlier: Partial<Record<MetricName, number | null>> = {
    hit_rate: summary.hit_rate,
    mrr: summary.mean_reciprocal_rank,
    recall: summary.recall,
  };
  const value = earlier[name];
  return value === null || value === undefined ? null : { value };
}
