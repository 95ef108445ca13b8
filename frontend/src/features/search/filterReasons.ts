import type { Chunk } from "@/api/types";

/** The part of `pipeline.filters` that says which chunks may be candidates. */
interface AppliedFilter {
  groups?: string[];
  document_ids?: string[];
  source_status?: string[];
  section?: string;
  block_types?: string[];
  in_force_on?: string;
}

/** Why a source was not in force on a day, by its stored range; null if it was. */
function outOfForce(chunk: Chunk, on: string): string | null {
  const { source_status, in_force_from, in_force_until } = chunk;
  if (in_force_from <= on && on < in_force_until) return null;
  if (source_status === "draft") return `it is a draft, and drafts are in force on no day`;
  if (in_force_from > on) return `it takes effect on ${in_force_from}, after ${on}`;
  return chunk.superseded_date
    ? `it was superseded on ${in_force_until}, and the search asks for ${on}`
    : `it is superseded, and the search asks for what is in force on ${on}`;
}

function inSection(section: string | null, wanted: string): boolean {
  const path = (section ?? "").toLowerCase();
  const asked = wanted.toLowerCase();
  return path === asked || path.startsWith(`${asked} > `);
}

/** Every part of the applied filter a chunk does not pass, in words; none if it passes. */
export function filterReasons(chunk: Chunk, filters: Record<string, unknown>): string[] {
  const applied = filters as AppliedFilter;
  const without = (allowed: string[] | undefined, value: string) =>
    allowed?.length ? !allowed.includes(value) : false;
  const reasons: (string | null)[] = [
    without(applied.groups, chunk.group) ? `its group is ${chunk.group}` : null,
    without(applied.document_ids, chunk.document_id)
      ? "its document is not among those chosen"
      : null,
    without(applied.source_status, chunk.source_status)
      ? `its source is ${chunk.source_status}`
      : null,
    without(applied.block_types, chunk.block_type) ? `its block type is ${chunk.block_type}` : null,
    applied.section && !inSection(chunk.section, applied.section)
      ? `it is not in the section ${applied.section}`
      : null,
    applied.in_force_on ? outOfForce(chunk, applied.in_force_on) : null,
  ];
  return reasons.filter((reason) => reason !== null);
}
