import { natural, objectId, oneOf } from "@/lib/searchParams";

const TABS = ["overview", "text", "chunks", "versions", "raw"] as const;

export type DocumentTab = (typeof TABS)[number];

/**
 * The open tab of a document, the chunk to jump to, and the two versions compared, as they stand
 * in the address.
 */
export interface DocumentSearch {
  tab?: DocumentTab;
  chunk?: number;
  /** Id of the version compared with. */
  before?: string;
  /** Id of the version whose changes are shown. */
  after?: string;
}

export function readDocumentSearch(raw: Record<string, unknown>): DocumentSearch {
  return {
    tab: oneOf(raw.tab, TABS),
    chunk: natural(raw.chunk),
    before: objectId(raw.before),
    after: objectId(raw.after),
  };
}
