import { natural, oneOf } from "@/app/searchParams";

const TABS = ["overview", "text", "chunks", "raw"] as const;

export type DocumentTab = (typeof TABS)[number];

/** The open tab of a document and the chunk to jump to, as they stand in the address. */
export interface DocumentSearch {
  tab?: DocumentTab;
  chunk?: number;
}

export function readDocumentSearch(raw: Record<string, unknown>): DocumentSearch {
  return { tab: oneOf(raw.tab, TABS), chunk: natural(raw.chunk) };
}
