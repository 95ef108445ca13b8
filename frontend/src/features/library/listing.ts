import type { StudioDocument } from "@/api/types";

import type { LibrarySearch, LibrarySort } from "./librarySearch";

export const PAGE_SIZE = 50;

/** The properties a person can filter by, each with how to read it off a document. */
export const facets = {
  status: (document: StudioDocument) => document.status,
  group: (document: StudioDocument) => document.group,
  source: (document: StudioDocument) => document.source.status,
} satisfies Record<string, (document: StudioDocument) => string>;

export type FacetName = keyof typeof facets;

type Filters = Pick<LibrarySearch, "q" | FacetName>;

const names = Object.keys(facets) as FacetName[];

function matches(document: StudioDocument, filters: Filters, except?: FacetName): boolean {
  const words = filters.q?.toLocaleLowerCase().split(/\s+/).filter(Boolean) ?? [];
  const name = document.filename.toLocaleLowerCase();
  return (
    words.every((word) => name.includes(word)) &&
    names.every((facet) => {
      const chosen: readonly string[] | undefined = filters[facet];
      return facet === except || !chosen?.length || chosen.includes(facets[facet](document));
    })
  );
}

export function filterDocuments(documents: StudioDocument[], filters: Filters): StudioDocument[] {
  return documents.filter((document) => matches(document, filters));
}

/** How many documents each choice would show, the other filters being as they are. */
export function countFacet(
  documents: StudioDocument[],
  filters: Filters,
  facet: FacetName,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const document of documents) {
    const value = facets[facet](document);
    const counted = counts.get(value) ?? 0;
    counts.set(value, counted + (matches(document, filters, facet) ? 1 : 0));
  }
  return new Map([...counts].sort(([one], [other]) => one.localeCompare(other)));
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });

const keys: Record<LibrarySort, (document: StudioDocument) => string | number> = {
  uploaded: (document) => document.created_at,
  name: (document) => document.filename,
  group: (document) => document.group,
  size: (document) => document.size_bytes,
  chunks: (document) => document.counts.chunks,
  status: (document) => document.status,
  effective: (document) => document.source.effective_date ?? "",
};

/** Sorted by one column; documents that are equal in it stay newest first. */
export function sortDocuments(
  documents: StudioDocument[],
  sort: LibrarySort,
  order: "asc" | "desc",
): StudioDocument[] {
  const key = keys[sort];
  const sign = order === "asc" ? 1 : -1;
  return [...documents].sort((one, other) => {
    const [a, b] = [key(one), key(other)];
    const compared =
      typeof a === "number" && typeof b === "number" ? a - b : byName.compare(String(a), String(b));
    return sign * compared || (one.id < other.id ? 1 : -1);
  });
}

/** The entries of one page (from 1); a page beyond the last is the last. */
export function takePage<Entry>(
  entries: Entry[],
  page: number,
): { entries: Entry[]; page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(entries.length / PAGE_SIZE));
  const shown = Math.min(page, pages);
  return { entries: entries.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE), page: shown, pages };
}
