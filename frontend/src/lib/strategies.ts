import { formatCount } from "@/lib/numbers";

/** The ways to cut a text, each in one line. */
export const strategies = [
  {
    name: "recursive",
    explanation:
      "Cuts at paragraphs, else lines, sentences, words: the coarsest that fits. Tables stay whole.",
  },
  {
    name: "structure",
    explanation:
      "Keeps sections and tables together, with the heading path in front; never beyond the window.",
  },
  {
    name: "rows",
    explanation: "Whole rows of a table, every column name beside its value.",
  },
  {
    name: "windows",
    explanation:
      "A fixed size, ended at a paragraph, sentence or space in its last 30 %; blind to tables.",
  },
  {
    name: "sentences",
    explanation: "Whole sentences, packed to the size.",
  },
  {
    name: "parent",
    explanation: "Searches small chunks and returns the section they belong to.",
  },
] as const;

export type StrategyName = (typeof strategies)[number]["name"];

export const STRATEGY_NAMES = strategies.map(({ name }) => name);

/** How a text is to be cut; what is left out is what an upload would take. Sizes in characters. */
export interface ChunkingChoice {
  strategy?: StrategyName;
  size?: number;
  overlap?: number;
}

export function explainStrategy(name: string | undefined): string {
  return (
    strategies.find((strategy) => strategy.name === name)?.explanation ??
    "The studio's setting; by itself rows for tables of records, recursive for the rest."
  );
}

/** `recursive, 1,000 characters, 180 overlap` */
export function describeChunking(chunking: {
  strategy: string;
  size: number;
  overlap: number;
}): string {
  const { strategy, size, overlap } = chunking;
  return `${strategy}, ${formatCount(size)} characters, ${formatCount(overlap)} overlap`;
}

/** What was used, as a choice to make again. */
export function chooseLike(chunking: {
  strategy: string;
  size: number;
  overlap: number;
}): ChunkingChoice {
  const { size, overlap } = chunking;
  return { strategy: STRATEGY_NAMES.find((name) => name === chunking.strategy), size, overlap };
}
