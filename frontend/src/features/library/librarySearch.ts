import type { DocumentStatus } from "@/api/types";
import { oneOf, positive, text, textList } from "@/lib/searchParams";

const STATUSES = ["queued", "processing", "ready", "failed", "deleting"] as const;
const SORTS = ["uploaded", "name", "group", "size", "chunks", "status", "effective"] as const;

export type LibrarySort = (typeof SORTS)[number];

/** The library's filters, sort and page, as they stand in the address. */
export interface LibrarySearch {
  q?: string;
  status?: DocumentStatus[];
  group?: string[];
  source?: string[];
  sort?: LibrarySort;
  order?: "asc" | "desc";
  page?: number;
}

export function readLibrarySearch(raw: Record<string, unknown>): LibrarySearch {
  return {
    q: text(raw.q),
    status: textList(raw.status)?.filter((value) => oneOf(value, STATUSES)) as
      DocumentStatus[] | undefined,
    group: textList(raw.group),
    source: textList(raw.source),
    sort: oneOf(raw.sort, SORTS),
    order: oneOf(raw.order, ["asc", "desc"] as const),
    page: positive(raw.page),
  };
}
