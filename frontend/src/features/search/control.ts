import type { SearchResponse } from "@/api/types";

import { findBestSentences } from "./passageBlocks";

export type Controlling = NonNullable<SearchResponse["controlling"]>;
type VersionedSource = Controlling["source"];

/** `HR-201, Leave > 4. Carry-over, in force from 2026-01-01 until 2027-01-01`; empty where nothing is known. */
export function describeVersion(version: VersionedSource): string {
  const { record_id, section, effective_date, superseded_date } = version;
  const term = [
    effective_date && `in force from ${effective_date}`,
    superseded_date && `until ${superseded_date}`,
  ];
  return [record_id, section, term.filter(Boolean).join(" ")].filter(Boolean).join(", ");
}

/** What a document is to the source that controls, in a few words; null if it is neither. */
export function describeStanding(
  controlling: Controlling | null,
  documentId: string,
): string | null {
  if (!controlling) return null;
  const { source, over, ground } = controlling;
  if (source.document_id === documentId) return "controls";
  const lesser = over.find((one) => one.document_id === documentId);
  if (!lesser) return null;
  if (ground === "replaces") return `replaced by ${source.filename}`;
  return lesser.section
    ? `amended in ${lesser.section} by ${source.filename}`
    : `amended by ${source.filename}`;
}

/** The number a heading begins with: `4.1` of `4.1 Carry-over`; null without one. */
function headingNumber(heading: string | null | undefined): string | null {
  return /^(\d+(?:\.\d+)*)\b/.exec(heading ?? "")?.[1] ?? null;
}

/**
 * Whether what controls concerns the section that answers. An amendment controls one section; where
 * the best sentence of the first passage is in another, it has no say.
 */
export function controlsEvidence({
  controlling,
  results,
}: Pick<SearchResponse, "controlling" | "results">): boolean {
  if (!controlling) return false;
  const [first] = results;
  if (controlling.ground === "replaces" || !first) return true;
  if (first.document_id === controlling.source.document_id) return true;
  const amended = controlling.over.find(({ document_id }) => document_id === first.document_id);
  const [best] = findBestSentences([first]);
  const wanted = headingNumber(amended?.section?.split(" > ").at(-1));
  const found = headingNumber(best?.heading) ?? headingNumber(first.section?.split(" > ").at(-1));
  return !wanted || !found || found === wanted || found.startsWith(`${wanted}.`);
}
