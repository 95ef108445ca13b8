import type { Fate } from "./absence";
import type { StageName } from "./flowData";

export const modeWords = { vector: "Vector only", hybrid: "Hybrid" } as const;

export const stageWords: Record<StageName, string> = {
  vector: "Vector",
  text: "Text",
  fused: "Fused",
  reranker: "Reranked",
};

export const outcomeWords: Record<Fate, string> = {
  returned: "returned",
  below_threshold: "below the threshold",
  beyond_limit: "beyond the limit",
  merged: "shown by its section",
  not_reranked: "not reranked",
  filtered: "kept out by the filters",
  no_candidate: "not among the candidates",
};
