import type { MetricName } from "./evaluationTypes";

export interface MetricWords {
  label: string;
  explanation: string;
}

/** The rank metrics, each over the first k results and from 0 to 1, in the order they are shown. */
export const metricWords: Record<MetricName, MetricWords> = {
  hit_rate: {
    label: "Hit rate",
    explanation: "Share of the questions with evidence of an expected source among the first k.",
  },
  mrr: {
    label: "MRR",
    explanation: "Mean of 1 / rank of the first evidence, 0 where none is among the first k.",
  },
  recall: {
    label: "Recall",
    explanation: "Mean share of a question's expected sources found among the first k.",
  },
  precision: {
    label: "Precision",
    explanation:
      "Expected sources found among the first k, divided by k: with one source a question, 1/k is the most there can be.",
  },
  map: {
    label: "MAP",
    explanation: "Mean average precision: precision at the rank of each source found, averaged.",
  },
  ndcg: {
    label: "nDCG",
    explanation:
      "Normalised discounted cumulative gain: evidence counts less the later it stands; 1 is the best order.",
  },
};

export const METRICS = Object.keys(metricWords) as MetricName[];

/** `ndcg` with k 6 → `nDCG@6`; `pass_rate` → `Passed`. */
export function nameFigure(name: string, k: number | null): string {
  const label = (metricWords as Record<string, MetricWords | undefined>)[name]?.label;
  if (!label) return name === "pass_rate" ? "Pass rate" : name;
  return k === null ? label : `${label}@${k}`;
}

export const intervalExplanation =
  "The interval under a figure is a bootstrap interval: drawn again and again from the same questions, the figure lies in it 19 times of 20. Few questions make it wide.";

/** Three decimals, as such figures are published; a true minus sign. */
export function formatFigure(value: number): string {
  return value.toFixed(3).replace("-", "−");
}

/** The same with its sign, for differences. */
export function formatDifference(value: number): string {
  const shown = formatFigure(value);
  return value > 0 ? `+${shown}` : shown;
}
