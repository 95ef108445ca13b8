import { flag, natural, oneOf, positive, text, textList } from "@/lib/searchParams";
import { type ChunkingChoice, STRATEGY_NAMES, type StrategyName } from "@/lib/strategies";

import { EXAMPLES, type ExampleName } from "./examples";

export const SIDES = ["a", "b"] as const;
export type SideName = (typeof SIDES)[number];

/** The chunk lab as it stands in the address: all but a pasted text, which stands nowhere. */
export interface LaboratorySearch {
  document?: string;
  example?: ExampleName;
  a_strategy?: StrategyName;
  a_size?: number;
  a_overlap?: number;
  /** Read as characters alone, without the blocks of the format. */
  a_plain?: true;
  b_strategy?: StrategyName;
  b_size?: number;
  b_overlap?: number;
  b_plain?: true;
  /** Facts to look for, each the values that must stand together. */
  fact?: string[];
  q?: string;
  limit?: number;
}

/** One side's settings as the address has them. */
export interface Side extends ChunkingChoice {
  plain?: true;
}

const MOST_FACTS = 50;
const MOST_RESULTS = 50;

export function readLaboratorySearch(raw: Record<string, unknown>): LaboratorySearch {
  const limit = positive(raw.limit);
  const document = text(raw.document);
  return {
    document,
    example: document ? undefined : oneOf(raw.example, EXAMPLES),
    a_strategy: oneOf(raw.a_strategy, STRATEGY_NAMES),
    a_size: natural(raw.a_size),
    a_overlap: natural(raw.a_overlap),
    a_plain: flag(raw.a_plain),
    b_strategy: oneOf(raw.b_strategy, STRATEGY_NAMES),
    b_size: natural(raw.b_size),
    b_overlap: natural(raw.b_overlap),
    b_plain: flag(raw.b_plain),
    fact: textList(raw.fact)?.slice(0, MOST_FACTS),
    q: text(raw.q)?.slice(0, 2000),
    limit: limit !== undefined && limit <= MOST_RESULTS ? limit : undefined,
  };
}

export function sideOf(search: LaboratorySearch, name: SideName): Side {
  return {
    strategy: search[`${name}_strategy`],
    size: search[`${name}_size`],
    overlap: search[`${name}_overlap`],
    plain: search[`${name}_plain`],
  };
}

/** Two sides that differ, for who has chosen nothing yet; nothing for who has. */
export function beginSides(search: LaboratorySearch): Partial<LaboratorySearch> {
  const chosen = SIDES.some((name) =>
    Object.values(sideOf(search, name)).some((value) => value !== undefined),
  );
  return chosen ? {} : { b_strategy: "structure" };
}

/** A change of one side, as a change of the address. */
export function patchSide(name: SideName, patch: Partial<Side>): Partial<LaboratorySearch> {
  return Object.fromEntries(
    Object.entries(patch).map(([field, value]) => [`${name}_${field}`, value]),
  );
}
