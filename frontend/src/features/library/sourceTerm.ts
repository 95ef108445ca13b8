import type { StudioDocument } from "@/api/types";

/**
 * When a source is in force, as up to two parts between which a line may break; none if it bears no
 * dates. Of a superseded source the end is told with the beginning: "superseded from" would read as
 * superseded since.
 */
export function describeTerm({ status, ...dates }: StudioDocument["source"]): string[] {
  const { effective_date: start, superseded_date: end } = dates;
  if (!start && !end) return [];
  const parts = [start && `from ${start}`, end && `until ${end}`].filter((part) => !!part);
  if (status !== "superseded") return parts as string[];
  if (start && end) return [`in force ${start}`, `to ${end}`];
  return [`in force ${parts[0]}`];
}

/** Whether somebody has read what the document says of its source; before that nothing is known. */
export function isSourceRead({ status }: StudioDocument): boolean {
  return status === "ready" || status === "deleting";
}
