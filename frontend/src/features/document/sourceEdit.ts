import type { SourceEdit, SourceMetadata } from "@/api/types";

/** Only what differs, an emptied field as `null`; null if nothing does. */
export function findEdit(source: SourceMetadata, draft: SourceMetadata): SourceEdit | null {
  const edit: Record<string, string | null> = {};
  for (const key of Object.keys(source) as (keyof SourceMetadata)[]) {
    const value = draft[key]?.trim() || null;
    if (value !== source[key]) edit[key] = value;
  }
  return Object.keys(edit).length ? edit : null;
}
