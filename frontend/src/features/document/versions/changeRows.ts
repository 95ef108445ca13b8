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

const SEPARATOR = " > ";
const NO_HEADING = "Before the first heading";

/** The headings below the title, which stands before all of them in a document that has one. */
function withoutTitle(paths: readonly (string | null)[]): (path: string | null) => string {
  const written = paths.filter((path) => path !== null);
  const roots = new Set(written.map((path) => path.split(SEPARATOR)[0]));
  return (path) => {
    if (path === null) return NO_HEADING;
    const [, ...below] = path.split(SEPARATOR);
    return roots.size === 1 && below.length > 0 ? below.join(SEPARATOR) : path;
  };
}

/** How each section is called: without the document's title, and both headings where they differ. */
export function nameSections({ sections }: DocumentChanges): (section: SectionChange) => string {
  const before = withoutTitle(sections.map(({ before_section }) => before_section));
  const after = withoutTitle(sections.map(({ after_section }) => after_section));
  return ({ kind, before_section, after_section }) => {
    const [old, now] = [before(before_section), after(after_section)];
    if (kind === "removed") return old;
    if (kind === "added" || old === now) return now;
    return `${old} → ${now}`;
  };
}
