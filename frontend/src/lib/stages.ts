import type { Stage, StageRun, StudioDocument } from "@/api/types";

import type { GuideTopic } from "./guide";

/** The stages of ingestion, in order, each in one line. */
export const stages = [
  {
    name: "extracting",
    explanation: "The file's bytes become text, with pages, headings, tables and lists.",
    topic: "extracting",
  },
  {
    name: "chunking",
    explanation: "The text is cut into passages that overlap a little; nothing is left out.",
    topic: "chunking",
  },
  {
    name: "embedding",
    explanation: "A model turns each passage into a vector: near vectors, near meanings.",
    topic: "embedding",
  },
  {
    name: "indexing",
    explanation: "The search engine takes in vectors and words; ready once it holds every one.",
    topic: "indexing",
  },
] as const satisfies readonly { name: Stage; explanation: string; topic: GuideTopic }[];

export interface StageState {
  name: Stage;
  state: "ahead" | "running" | "done" | "failed";
  /** 0 to 1. */
  share: number;
  run: StageRun | null;
}

/** Where each stage of a document stands. */
export function describeStages(document: StudioDocument): StageState[] {
  const failedAt = document.status === "failed" ? (document.error?.stage ?? document.stage) : null;
  return stages.map(({ name }) => {
    const run = document.stages.findLast((entry) => entry.name === name) ?? null;
    if (name === failedAt) return { name, state: "failed", share: 1, run };
    if (run?.finished_at) return { name, state: "done", share: 1, run };
    if (document.status === "processing" && document.stage === name) {
      const { done, total } = document.progress;
      return { name, state: "running", share: total ? Math.min(1, done / total) : 0, run };
    }
    return { name, state: "ahead", share: 0, run };
  });
}

/** Entries of the search engine when the document became ready; null before. */
export function countIndexed(document: StudioDocument): number | null {
  const detail = document.stages.findLast(({ name }) => name === "indexing")?.detail ?? {};
  const counts = [detail.vector_index, detail.text_index].filter((n) => typeof n === "number");
  return counts.length ? Math.min(...counts) : null;
}
