import type { Behaviour, Mode, VerdictCode } from "./evaluationTypes";

export const modeNames: Record<Mode, string> = { vector: "Vector only", hybrid: "Hybrid" };

/** What a case expects of the answer, as a person says it. */
export const behaviourNames: Record<Behaviour, string> = {
  retrieve_answer: "find the answer",
  retrieve_multiple_sources: "find every source",
  prefer_current_source: "prefer the current source",
  prefer_later_controlling_source: "prefer the later source",
  prefer_relevant_source: "prefer the relevant source",
  retrieve_historical_answer: "find the historical answer",
  request_clarification: "ask back",
  abstain: "abstain",
};

export const verdictNames: Record<VerdictCode, string> = {
  passed: "passed",
  source_missing: "source missing",
  fact_missing: "fact missing",
  outranked: "outranked",
  wrongly_refused: "wrongly refused",
  wrongly_answered: "wrongly answered",
  not_configured: "not configured",
  not_applicable: "not applicable",
  not_clarified: "not clarified",
};

/** `direct_fact` → `direct fact` */
export function spellOut(name: string): string {
  return name.replaceAll("_", " ");
}
