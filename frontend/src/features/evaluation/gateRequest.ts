import type { Gate, Mode } from "./evaluationTypes";

/** What a person asks of a run; an empty field asks for nothing. */
export interface GateDraft {
  minimumPassed: Partial<Record<Mode, number | string>>;
  /** The least nDCG in hybrid mode at the run's limit. */
  minimumNdcg: number | string;
  againstBaseline: boolean;
  maximumLost: number | string;
}

/** The gate as the API and `ragstudio evaluate --gate` take it; null where nothing is asked. */
export function buildGate(
  draft: GateDraft,
  limit: number,
  baseline: string | undefined,
): Gate | null {
  const passed = Object.entries(draft.minimumPassed).filter(
    ([, minimum]) => typeof minimum === "number",
  ) as [string, number][];
  const gate: Gate = {};
  if (passed.length) gate.minimum_passed = Object.fromEntries(passed);
  if (typeof draft.minimumNdcg === "number") {
    gate.minimum_figures = { hybrid: { [`ndcg@${limit}`]: draft.minimumNdcg } };
  }
  if (draft.againstBaseline && baseline) {
    gate.baseline = baseline;
    gate.maximum_lost = typeof draft.maximumLost === "number" ? draft.maximumLost : 0;
  }
  return Object.keys(gate).length ? gate : null;
}
