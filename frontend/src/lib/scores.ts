import type { GuideTopic } from "./guide";

export interface ScoreDefinition {
  label: string;
  range: string;
  explanation: string;
  topic: GuideTopic;
}

/** Every score on screen: its name, its range, and what it is in one line. */
export const scoreDefinitions = {
  cosine: {
    label: "Cosine",
    range: "−1 to 1",
    explanation: "The cosine of the angle between the question's vector and the passage's.",
    topic: "cosine",
  },
  vector: {
    label: "Vector",
    range: "0 to 1",
    explanation: "(1 + cosine) / 2, as $vectorSearch reports it. It orders; it does not judge.",
    topic: "cosine",
  },
  text: {
    label: "BM25",
    range: "0 and up",
    explanation: "Weight of the question's words found in the passage, rare words more.",
    topic: "bm25",
  },
  fused: {
    label: "RRF",
    range: "0 to 0.0328",
    explanation: "1/(60 + vector rank) + 1/(60 + text rank); a branch that missed it adds nothing.",
    topic: "fusion",
  },
  reranker_logit: {
    label: "Logit",
    range: "any number",
    explanation: "What the cross-encoder says of question and passage read together.",
    topic: "reranking",
  },
  reranker: {
    label: "Reranker",
    range: "0 to 1",
    explanation: "The sigmoid of the cross-encoder's logit; compared with the threshold.",
    topic: "reranking",
  },
  threshold: {
    label: "Threshold",
    range: "0 to 1",
    explanation: "Passages whose reranker score is lower are not evidence.",
    topic: "threshold",
  },
} as const satisfies Record<string, ScoreDefinition>;

export type ScoreName = keyof typeof scoreDefinitions;
