import { describe, expect, it } from "vitest";

import type { Metric, Summary } from "./evaluationTypes";
import { findMetric, listCutoffs } from "./metricValues";
import { formatDifference, nameFigure } from "./metricWords";

const metric = (name: Metric["name"], k: number, value: number): Metric => ({
  name,
  k,
  value,
  low: value - 0.1,
  high: value + 0.1,
});

const summary = (metrics: Metric[]): Summary => ({
  suite: null,
  mode: "hybrid",
  cases: { passed: 18, total: 19 },
  by_category: {},
  hit_rate: 0.9,
  mean_reciprocal_rank: 0.8,
  recall: null,
  pass_rate: null,
  metrics,
  abstention: null,
  categories: [],
});

describe("findMetric", () => {
  const told = summary([metric("mrr", 6, 0.7), metric("mrr", 1, 0.5)]);

  it("finds a metric at its k with its interval", () => {
    expect(findMetric(told, "mrr", 1)).toMatchObject({ value: 0.5, low: 0.4 });
    expect(findMetric(told, "mrr", 3)).toBeNull();
    expect(listCutoffs([told])).toEqual([1, 6]);
  });

  it("reads the three figures of a run from before intervals", () => {
    const earlier = summary([]);
    expect(findMetric(earlier, "mrr", undefined)).toEqual({ value: 0.8 });
    expect(findMetric(earlier, "recall", undefined)).toBeNull();
    expect(findMetric(earlier, "ndcg", undefined)).toBeNull();
  });
});

it("names figures as the field does, and shows a loss with a true minus", () => {
  expect([nameFigure("ndcg", 6), nameFigure("pass_rate", null)]).toEqual(["nDCG@6", "Pass rate"]);
  expect([0.0312, 0, -0.2].map(formatDifference)).toEqual(["+0.031", "0.000", "−0.200"]);
});
