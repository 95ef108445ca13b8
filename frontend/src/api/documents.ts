import { queryOptions, replaceEqualDeep, type QueryClient } from "@tanstack/react-query";

import { api, unwrap } from "./client";
import type { StudioDocument } from "./types";

/** What the browser holds of the library. */
export interface Library {
  /** Newest first. */
  documents: StudioDocument[];
  /** How many documents the API counts; more than `documents` if the library is very large. */
  total: number;
}

const PAGE = 500;
/** Beyond this many, the newest are held and the interface says so. */
export const MOST_DOCUMENTS = 2000;

export const libraryKey = ["documents"] as const;
export const documentKey = (id: string) => ["document", id] as const;

async function fetchLibrary(signal: AbortSignal): Promise<Library> {
  const documents: StudioDocument[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await unwrap(
      api.GET("/api/documents", { params: { query: { limit: PAGE, cursor } }, signal }),
    );
    documents.push(...page.items);
    cursor = page.next_cursor ?? undefined;
    if (!cursor || documents.length >= MOST_DOCUMENTS) {
      const counted = Object.values(page.facets.status ?? {}).reduce((sum, n) => sum + n, 0);
      return { documents, total: Math.max(counted, documents.length) };
    }
  }
}

/**
 * Whether one state of a document is older than another. As times, not as texts: a whole second
 * comes without a fraction, and as a text "05Z" would follow "05.312Z".
 */
function isOlder(one: StudioDocument, other: StudioDocument): boolean {
  return Date.parse(one.updated_at) < Date.parse(other.updated_at);
}

/** Ids known to be deleted; only an archive brings one back. */
const gone = new Set<string>();

/**
 * A list that was on its way while news came in: of each document the later state, and none that
 * is gone. Without this, a slow answer would put back what the news had overtaken.
 */
export function keepLatest(known: Library | undefined, fetched: Library): Library {
  const before = new Map(known?.documents.map((document) => [document.id, document]));
  const documents = fetched.documents
    .filter(({ id }) => !gone.has(id))
    .map((document) => {
      const held = before.get(document.id);
      return held && isOlder(document, held) ? held : document;
    });
  return { documents, total: fetched.total - (fetched.documents.length - documents.length) };
}

export const libraryQuery = queryOptions({
  queryKey: libraryKey,
  queryFn: ({ signal }) => fetchLibrary(signal),
  structuralSharing: (known, fetched) =>
    replaceEqualDeep(known, keepLatest(known as Library | undefined, fetched as Library)),
});

/** A document; `null` once it is known to be deleted. */
export const documentQuery = (id: string) =>
  queryOptions({
    queryKey: documentKey(id),
    queryFn: ({ signal }): Promise<StudioDocument | null> =>
      unwrap(
        api.GET("/api/documents/{document_id}", {
          params: { path: { document_id: id } },
          signal,
        }),
      ),
    structuralSharing: (known, fetched) => {
      const held = known as StudioDocument | null | undefined;
      const read = fetched as StudioDocument | null;
      return held && read && isOlder(read, held) ? held : replaceEqualDeep(held, read);
    },
  });

export const storageQuery = (id: string) =>
  queryOptions({
    queryKey: [...documentKey(id), "storage"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/documents/{document_id}/storage", {
          params: { path: { document_id: id } },
          signal,
        }),
      ),
    staleTime: 0,
  });

/** The library with these documents changed or added, and those gone. */
export function applyChanges(
  library: Library,
  changed: ReadonlyMap<string, StudioDocument | null>,
): Library {
  const known = new Set(library.documents.map((document) => document.id));
  const added = [...changed.values()].filter(
    (document): document is StudioDocument => document !== null && !known.has(document.id),
  );
  const kept = library.documents
    .map((document) => {
      const change = changed.get(document.id);
      if (change === undefined) return document;
      return change !== null && isOlder(change, document) ? document : change;
    })
    .filter((document) => document !== null);
  // Ids of MongoDB ascend with time, so the newest have the largest.
  added.sort((one, other) => (one.id < other.id ? 1 : -1));
  const removed = library.documents.length - kept.length;
  return {
    documents: [...added, ...kept],
    total: library.total + added.length - removed,
  };
}

/** Let nothing ask for a deleted document any more: what is on its way is called back. */
async function forget(queryClient: QueryClient, id: string): Promise<void> {
  await queryClient.cancelQueries({ queryKey: documentKey(id) });
  if (queryClient.getQueryState(documentKey(id)))
    queryClient.setQueryData(documentQuery(id).queryKey, null);
}

/** Documents that may have been deleted are here again, under their ids, from an archive. */
export function restoreDocuments(queryClient: QueryClient, ids: Iterable<string>): void {
  for (const id of ids) {
    gone.delete(id);
    if (queryClient.getQueryData(documentQuery(id).queryKey) === null)
      void queryClient.resetQueries({ queryKey: documentKey(id) });
  }
}

/** Whether its text, chunks or counts may be others than before. */
function hasOtherContent(before: StudioDocument, now: StudioDocument): boolean {
  const cutting = ({ rechunking, chunking }: StudioDocument) =>
    JSON.stringify([rechunking === null, chunking]);
  return before.status !== now.status || cutting(before) !== cutting(now);
}

/** Put changes where queries find them; a document that became something else is read anew. */
export function publishChanges(
  queryClient: QueryClient,
  changed: ReadonlyMap<string, StudioDocument | null>,
): void {
  queryClient.setQueryData<Library>(libraryKey, (library) =>
    library ? applyChanges(library, changed) : library,
  );
  for (const [id, document] of changed) {
    if (document === null) {
      gone.add(id);
      void forget(queryClient, id);
      continue;
    }
    const before = queryClient.getQueryData(documentQuery(id).queryKey);
    // News that was overtaken by the deletion.
    if (before === null) continue;
    if (before && isOlder(document, before)) continue;
    queryClient.setQueryData(documentKey(id), document);
    // What is being deleted may be gone before it is asked for.
    if (before && hasOtherContent(before, document) && document.status !== "deleting") {
      void queryClient.invalidateQueries({
        queryKey: documentKey(id),
        predicate: ({ queryKey }) => queryKey.length > 2,
      });
    }
  }
}
