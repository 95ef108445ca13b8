import type { BlockType, SourceStatusName } from "@/api/types";
import { flag, natural, oneOf, positive, text, textList, within } from "@/lib/searchParams";

export const MODES = ["vector", "hybrid", "both"] as const;
export type LabMode = (typeof MODES)[number];

export const SOURCE_STATUSES = ["current", "superseded", "draft"] as const;
export const BLOCK_TYPES = ["text", "table", "row", "list", "code", "slide"] as const;

/**
 * The question and everything it was asked with, as they stand in the address. What is left out
 * is the API's default. Nothing of it is stored anywhere else.
 */
export interface LabSearch {
  q?: string;
  mode?: LabMode;
  limit?: number;
  candidates?: number;
  threshold?: number;
  /** Every version of a source, not only those in force. */
  all?: true;
  as_of?: string;
  group?: string[];
  document?: string[];
  status?: SourceStatusName[];
  section?: string;
  block?: BlockType[];
  /** The ambiguous question that `q` is one reading of. */
  reading_of?: string;
  /** The passage asked about in "Why is this passage not here?". */
  why_document?: string;
  why_chunk?: number;
}

function atMost(value: number | undefined, most: number): number | undefined {
  return value !== undefined && value <= most ? value : undefined;
}

/** Keep the values that are among `choices`; undefined if none is. */
function among<const Choice extends string>(
  value: unknown,
  choices: readonly Choice[],
): Choice[] | undefined {
  const kept = textList(value)?.flatMap((entry) => oneOf(entry, choices) ?? []);
  return kept?.length ? kept : undefined;
}

/** A day of the calendar written YYYY-MM-DD; the 31st of February is none. */
export function day(value: unknown): string | undefined {
  if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : undefined;
}

export function readLabSearch(raw: Record<string, unknown>): LabSearch {
  return {
    q: text(raw.q)?.slice(0, 2000),
    mode: oneOf(raw.mode, MODES),
    limit: atMost(positive(raw.limit), 100),
    candidates: atMost(positive(raw.candidates), 500),
    threshold: within(raw.threshold, 0, 1),
    all: flag(raw.all),
    as_of: day(raw.as_of),
    group: textList(raw.group),
    document: textList(raw.document),
    status: among(raw.status, SOURCE_STATUSES),
    section: text(raw.section),
    block: among(raw.block, BLOCK_TYPES),
    reading_of: text(raw.reading_of)?.slice(0, 2000),
    why_document: text(raw.why_document),
    why_chunk: natural(raw.why_chunk),
  };
}

/** How many filters are set; what the search leaves out because of them is not gone. */
export function countFilters(lab: LabSearch): number {
  const { all, as_of, group, document, status, section, block } = lab;
  return [all, as_of, group, document, status, section, block].filter(Boolean).length;
}
