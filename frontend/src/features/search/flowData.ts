import type { TracedStage } from "@/api/types";

import { countRanked } from "./absence";

export type StageName = TracedStage["name"];
type Candidate = TracedStage["candidates"][number];

/** One passage on its way through the stages. */
export interface FlowPassage {
  id: string;
  documentId: string;
  filename: string;
  chunkIndex: number;
  outcome: Candidate["outcome"];
  ranks: Partial<Record<StageName, number>>;
}

export interface FlowColumn {
  stage: StageName;
  /** Passages with a rank in this stage. */
  count: number;
  /** Passages only the filter kept out of it. */
  filtered: number;
}

/** A line under a rank of a column: what stands below it went no further. */
export interface FlowCut {
  stage: StageName;
  afterRank: number;
  /** What is cut there; more than one where the cuts coincide. */
  kinds: ("limit" | "threshold" | "pool")[];
}

export interface RankFlowData {
  columns: FlowColumn[];
  /** In final order: as the last stage has them, then as the one before. */
  passages: FlowPassage[];
  cuts: FlowCut[];
  /** Ranks that get a row of their own; what is beyond shares the last. */
  rows: number;
}

/** Ranks drawn at most: further down, lines can no longer be told apart. */
export const MOST_ROWS = 30;

function mergePassages(stages: TracedStage[]): FlowPassage[] {
  const merged = new Map<string, FlowPassage>();
  // Last stage first, so that its order is the order of all.
  for (const stage of [...stages].reverse()) {
    for (const found of stage.candidates) {
      if (found.rank === null) continue;
      const passage = merged.get(found.id) ?? {
        id: found.id,
        documentId: found.document_id,
        filename: found.filename,
        chunkIndex: found.chunk_index,
        outcome: found.outcome,
        ranks: {},
      };
      passage.ranks[stage.name] = found.rank;
      merged.set(found.id, passage);
    }
  }
  return [...merged.values()];
}

function findCuts(stages: TracedStage[], passages: FlowPassage[]): FlowCut[] {
  const having = (...outcomes: Candidate["outcome"][]) =>
    passages.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const last = stages.at(-1)?.name ?? "vector";
  const cuts: FlowCut[] = [];
  const cut = (stage: StageName, afterRank: number, kind: FlowCut["kinds"][number]) => {
    const same = cuts.find((known) => known.stage === stage && known.afterRank === afterRank);
    if (same) same.kinds.push(kind);
    else cuts.push({ stage, afterRank, kinds: [kind] });
  };
  if (having("not_reranked"))
    cut("fused", having("returned", "beyond_limit", "below_threshold"), "pool");
  if (having("beyond_limit")) cut(last, having("returned"), "limit");
  if (having("below_threshold")) cut(last, having("returned", "beyond_limit"), "threshold");
  return cuts;
}

/** What the chart draws, from the stages of one explained search. */
export function readRankFlow(stages: TracedStage[], mostRows = MOST_ROWS): RankFlowData {
  const columns = stages.map((stage) => ({
    stage: stage.name,
    count: countRanked(stage),
    filtered: stage.candidates.filter(({ outcome }) => outcome === "filtered").length,
  }));
  const passages = mergePassages(stages);
  return {
    columns,
    passages,
    cuts: findCuts(stages, passages),
    rows: Math.min(mostRows, Math.max(1, ...columns.map(({ count }) => count))),
  };
}

/** The row of a rank, from 0; ranks without a row of their own share the one after the last. */
export function rowOf(rank: number, rows: number): number {
  return rank <= rows ? rank - 1 : rows + 0.4;
}

/** Which columns a passage's lines join: both branches to the fusion, the fusion to the reranker. */
export const LINKS: readonly (readonly [StageName, StageName])[] = [
  ["vector", "fused"],
  ["text", "fused"],
  ["fused", "reranker"],
];

/** A line between two columns that leaves and arrives level. */
export function linkPath(x1: number, y1: number, x2: number, y2: number): string {
  const middle = (x1 + x2) / 2;
  return `M${x1},${y1}C${middle},${y1} ${middle},${y2} ${x2},${y2}`;
}

export interface FlowGeometry {
  width: number;
  height: number;
  xOf: (stage: StageName) => number | null;
  yOf: (row: number) => number;
  /** The column the labels stand beside. */
  last: StageName;
  labels: boolean;
  labelX: number;
  labelChars: number;
}

const PITCH = 14;
const TOP = 30;
const LEFT = 26;

/** Where columns and rows lie in a chart of this width, in pixels. Labels need room; narrow has none. */
export function flowGeometry(flow: RankFlowData, width: number): FlowGeometry {
  const labels = width >= 560;
  const labelWidth = labels ? Math.min(300, width * 0.3) : 0;
  const right = labels ? labelWidth + 14 : 62;
  const columns = flow.columns.map(({ stage }) => stage);
  const span = width - LEFT - right;
  const gap = columns.length > 1 ? span / (columns.length - 1) : 0;
  return {
    width,
    height: TOP + (flow.rows + 1.4) * PITCH + 16,
    xOf: (stage) => {
      const at = columns.indexOf(stage);
      return at < 0 ? null : LEFT + at * gap;
    },
    yOf: (row) => TOP + (row + 0.5) * PITCH,
    last: columns.at(-1) ?? "fused",
    labels,
    labelX: LEFT + span + 14,
    labelChars: Math.max(8, Math.floor(labelWidth / 6.6) - 4),
  };
}
