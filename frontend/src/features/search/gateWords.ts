import type { SearchResponse } from "@/api/types";
import type { GuideTopic } from "@/lib/guide";

type Pipeline = SearchResponse["pipeline"];
export type GateReport = Pipeline["clarify_gates"][number];

/** What each gate is, in one line. */
export const gateWords: Record<
  GateReport["gate"],
  { name: string; explanation: string; topic: GuideTopic }
> = {
  local: {
    name: "Local gate",
    explanation:
      "Reads the leading passages on this machine: do they answer different readings of the question about equally well?",
    topic: "localGate",
  },
  openrouter: {
    name: "OpenRouter gate",
    explanation:
      "Asks a configured model whether the question is ambiguous. Off until a key is set; then question and leading passages leave this machine.",
    topic: "openrouterGate",
  },
};

/** What a gate did, in two or three words. */
export const gateStatusWords: Record<GateReport["status"], string> = {
  not_applicable: "not applicable",
  not_configured: "not configured",
  not_needed: "not ambiguous",
  asked: "asked back",
  error: "failed; the result does not need it",
};

/** The reports in order, that of the gate which decided first. */
export function orderReports({ clarify_gate, clarify_gates }: Pipeline): GateReport[] {
  return [...clarify_gates].sort(
    (one, other) => Number(other.gate === clarify_gate) - Number(one.gate === clarify_gate),
  );
}
