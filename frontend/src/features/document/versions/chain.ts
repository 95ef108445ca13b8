import type { DocumentVersion } from "./versionQueries";

/** The two documents whose difference is shown. */
export interface Pair {
  before: string;
  after: string;
}

/**
 * Which two to compare where the address names none or only one: a document with what it replaces
 * or amends, the first of a chain with what came after it. Null in a chain of one.
 */
export function choosePair(
  items: readonly DocumentVersion[],
  documentId: string,
  asked: Partial<Pair>,
): Pair | null {
  const known = (id: string | undefined) =>
    items.some(({ document_id }) => document_id === id) ? id : undefined;
  const isSame = asked.before === asked.after;
  const before = isSame ? undefined : known(asked.before);
  const after = isSame ? undefined : known(asked.after);
  if (before && after) return { before, after };
  if (before) return pairWith(before, documentId, items);
  const here = items.find(({ document_id }) => document_id === (after ?? documentId));
  if (!here) return null;
  const place = items.indexOf(here);
  const earlier =
    here.replaces[0] ?? here.amends[0] ?? (after ? items[place - 1]?.document_id : null);
  if (earlier) return { before: earlier, after: here.document_id };
  const later = here.replaced_by[0] ?? here.amended_by[0] ?? items[place + 1]?.document_id;
  if (later) return { before: here.document_id, after: later };
  const other = items[place - 1]?.document_id;
  return other ? { before: other, after: here.document_id } : null;
}

function pairWith(
  before: string,
  documentId: string,
  items: readonly DocumentVersion[],
): Pair | null {
  if (before !== documentId) return { before, after: documentId };
  const after = items.find(({ document_id }) => document_id !== before);
  return after ? { before, after: after.document_id } : null;
}

/** What a document is to the others of its chain: `replaces a.md`, `amends section 4 of b.md`. */
export function describeRelations(
  version: DocumentVersion,
  items: readonly DocumentVersion[],
): string[] {
  const name = (id: string) => items.find((one) => one.document_id === id)?.filename ?? id;
  const section = version.source.amends_section;
  return [
    ...version.replaces.map((id) => `replaces ${name(id)}`),
    ...version.replaced_by.map((id) => `replaced by ${name(id)}`),
    ...version.amends.map((id) => `amends ${section ? `section ${section} of ` : ""}${name(id)}`),
    ...version.amended_by.map((id) => {
      const theirs = items.find((one) => one.document_id === id)?.source.amends_section;
      return `amended ${theirs ? `in section ${theirs} ` : ""}by ${name(id)}`;
    }),
  ];
}
