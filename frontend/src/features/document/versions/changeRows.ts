import type { ChangeKind, DocumentChanges, PassageChange, SectionChange } from "./versionQueries";

/** What is shown of the passages: all that is not the same, or one kind of it. */
export type ShownKind = Exclude<ChangeKind, "unchanged"> | "all";

/** One row of the comparison: a section's heading, or a passage in both wordings. */
export type ChangeRow =
  | { type: "section"; key: string; section: SectionChange }
  | { type: "passage"; key: string; passage: PassageChange };

/** The rows in the order of the later version; sections that show nothing are left out. */
export function listRows(changes: DocumentChanges, shown: ShownKind): ChangeRow[] {
  return changes.sections.flatMap((section, at): ChangeRow[] => {
    const passages = section.passages.filter(({ kind }) => shown === "all" || kind === shown);
    if (passages.length === 0 && shown !== "all") return [];
    return [
      { type: "section", key: `s${at}`, section },
      ...passages.map((passage, place): ChangeRow => ({
        type: "passage",
        key: `s${at}p${place}`,
        passage,
      })),
    ];
  });
}

/** `Leave > 2. Entitlement`, or both headings where they differ. */
export function describeHeading({ before_section, after_section }: SectionChange): string {
  const before = before_section ?? "Before the first heading";
  const after = after_section ?? "Before the first heading";
  if (before === after) return after;
  return before_section !== null && after_section !== null
    ? `${before} → ${after}`
    : (before_section ?? after);
}
