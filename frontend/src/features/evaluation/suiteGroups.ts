import type { StudioDocument } from "@/api/types";

/** How much of a group a suite needs is searchable. */
export interface GroupState {
  group: string;
  ready: number;
  documents: number;
}

/** The state of each needed group, in the suite's order. */
export function readGroups(
  needed: readonly string[],
  documents: readonly Pick<StudioDocument, "group" | "status">[],
): GroupState[] {
  return needed.map((group) => {
    const members = documents.filter((document) => document.group === group);
    const ready = members.filter(({ status }) => status === "ready").length;
    return { group, ready, documents: members.length };
  });
}

/** What is wrong with the groups, in a sentence; null if all are loaded. */
export function describeMissing(states: readonly GroupState[]): string | null {
  const absent = states.filter(({ documents }) => documents === 0).map(({ group }) => group);
  const unfinished = states.filter(({ ready, documents }) => ready < documents);
  const parts = [
    absent.length > 0 && `Not loaded: ${absent.join(", ")}.`,
    unfinished.length > 0 &&
      `Not all ready: ${unfinished
        .map(({ group, ready, documents }) => `${group} (${ready} of ${documents})`)
        .join(", ")}.`,
  ].filter(Boolean);
  return parts.length ? `${parts.join(" ")} Cases that need them will fail.` : null;
}
