import { text } from "@/lib/searchParams";

/** The run shown, as it stands in the address; the newest where it names none. */
export interface ExperimentSearch {
  run?: string;
}

export function readExperimentSearch(raw: Record<string, unknown>): ExperimentSearch {
  return { run: text(raw.run) };
}
