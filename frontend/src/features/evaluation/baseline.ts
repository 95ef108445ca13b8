import { Store } from "@/api/store";

const KEY = "studio-baseline-run";

function readBaseline(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    // A browser may forbid storage; the mark then lasts as long as the tab.
    return null;
  }
}

/** The id of the run others are compared with. Only the id is kept, in this browser. */
export const baselineRun = new Store<string | null>(readBaseline());

export function markBaseline(id: string | null): void {
  baselineRun.set(id);
  try {
    if (id === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, id);
  } catch {
    return;
  }
}
