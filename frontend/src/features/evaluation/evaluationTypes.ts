import type { Answered } from "@/api/answered";
import type { components } from "@/api/schema";

type Schemas = components["schemas"];

export type Suite = Answered<Schemas["Suite"]>;
export type SuiteCase = Suite["cases"][number];
export type Run = Answered<Schemas["EvaluationRun"]>;
export type RunRequest = Schemas["RunRequest"];
export type CaseResult = Run["cases"][number];
export type Summary = Run["summaries"][number];
export type Passage = CaseResult["results"][number];
export type Mode = Schemas["SearchMode"];
export type Behaviour = Schemas["Behaviour"];
export type VerdictCode = Schemas["VerdictCode"];

export const MODES = ["vector", "hybrid"] as const satisfies readonly Mode[];
