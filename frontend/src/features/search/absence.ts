import type { Chunk, SearchResponse, TracedStage } from "@/api/types";
import { formatScore, plural } from "@/lib/numbers";

import { filterReasons } from "./filterReasons";

type StageName = TracedStage["name"];
type Candidate = TracedStage["candidates"][number];

export type Fate = Candidate["outcome"] | "no_candidate";

export interface StageStep {
  stage: StageName;
  /** Its place in this stage, from 1; null if it has none. */
  rank: number | null;
  score: number | null;
  /** How many passages have a place in this stage. */
  of: number;
  filtered: boolean;
}

export interface Absence {
  fate: Fate;
  steps: StageStep[];
  sentence: string;
}

export interface Circumstances {
  /** Most candidates a branch was asked for. */
  pool: number;
  /** Most passages returned. */
  limit: number;
}

/** How many passages have a rank in a stage. */
export function countRanked(stage: TracedStage): number {
  return stage.candidates.filter(({ rank }) => rank !== null).length;
}

function traceChunk(stages: TracedStage[], chunkId: string): StageStep[] {
  return stages.map((stage) => {
    const found = stage.candidates.find(({ id }) => id === chunkId);
    return {
      stage: stage.name,
      rank: found?.rank ?? null,
      score: found?.score ?? null,
      of: countRanked(stage),
      filtered: found?.outcome === "filtered",
    };
  });
}

/** What became of a chunk in a search that was asked to explain. */
export function fateOf(response: SearchResponse, chunkId: string): Fate {
  for (const stage of response.stages ?? []) {
    const found = stage.candidates.find(({ id }) => id === chunkId);
    if (found) return found.outcome;
  }
  return "no_candidate";
}

/** At which stage a passage was lost, and why. */
export function explainAbsence(
  response: SearchResponse,
  chunk: Chunk,
  circumstances: Circumstances,
): Absence {
  const steps = traceChunk(response.stages ?? [], chunk.id);
  const fate = fateOf(response, chunk.id);
  const step = (name: StageName) => steps.find(({ stage }) => stage === name);
  const last = step("reranker") ?? step("fused") ?? step("vector");
  const place = last?.rank ?? 0;
  const reasons = filterReasons(chunk, response.pipeline.filters);
  const sentences: Record<Fate, () => string> = {
    returned: () => `It is here, at rank ${place}.`,
    below_threshold: () =>
      `Lost at the threshold: its reranker score ${formatScore(last?.score ?? 0)} (rank ${place}) ` +
      `is below ${formatScore(response.pipeline.minimum_score ?? 0)}.`,
    beyond_limit: () =>
      `Lost at the limit: it stands at rank ${place}, and this search returns the first ` +
      `${circumstances.limit}.`,
    merged: () =>
      `It stands at rank ${place}, and its section is here already for a better one of its chunks.`,
    not_reranked: () =>
      `Lost between fusion and reranking: its fused rank is ${step("fused")?.rank ?? "–"}, and ` +
      `the first ${step("reranker")?.of ?? circumstances.pool} are reranked. More candidates would ` +
      `take it along.`,
    filtered: () =>
      `Kept out by the filters${reasons.length ? `: ${reasons.join("; ")}` : ""}. Without them it ` +
      `would have been among the candidates.`,
    no_candidate: () => explainMissing(response, steps, reasons, circumstances.pool),
  };
  return { fate, steps, sentence: sentences[fate]() };
}

function explainMissing(
  response: SearchResponse,
  steps: StageStep[],
  reasons: string[],
  pool: number,
): string {
  if (reasons.length) {
    return (
      `Kept out by the filters: ${reasons.join("; ")}. Without them its ranks would still be ` +
      `beyond ${pool}.`
    );
  }
  const vector = steps.find(({ stage }) => stage === "vector")?.of ?? 0;
  const text = steps.find(({ stage }) => stage === "text");
  const byVector =
    vector < pool
      ? `the vector branch lists all ${plural(vector, "passage")} it may search, and this is not ` +
        `one of them (is its document ready?)`
      : `its vector rank is beyond ${pool}`;
  if (response.mode === "vector" || !text) return `Not among the candidates: ${byVector}.`;
  const byText =
    text.of < pool
      ? `it holds none of the question's words (the text branch found ` +
        `${plural(text.of, "passage")} that do)`
      : `its text rank, if it holds a word of the question, is beyond ${pool}`;
  return `Not among the candidates of either branch: ${byVector}; ${byText}.`;
}
