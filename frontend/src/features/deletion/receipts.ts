import type { DeletionReceipt, StorageCounts } from "@/api/types";
import { representationNames, type RepresentationName } from "@/lib/representations";

/** What several documents have together in each representation. */
export function addCounts(counts: StorageCounts[]): Record<RepresentationName, number> {
  return Object.fromEntries(
    representationNames.map((name) => [name, counts.reduce((sum, count) => sum + count[name], 0)]),
  ) as Record<RepresentationName, number>;
}

export interface ReceiptLine {
  name: string;
  before: number;
  removed: number;
  after: number;
}

/** The lines of several receipts added up, in the order of the first. */
export function addReceipts(receipts: DeletionReceipt[]): ReceiptLine[] {
  const lines = new Map<string, ReceiptLine>();
  for (const { representations } of receipts) {
    for (const { name, before, removed, after } of representations) {
      const line = lines.get(name) ?? { name, before: 0, removed: 0, after: 0 };
      lines.set(name, {
        name,
        before: line.before + before,
        removed: line.removed + removed,
        after: line.after + after,
      });
    }
  }
  return [...lines.values()];
}
