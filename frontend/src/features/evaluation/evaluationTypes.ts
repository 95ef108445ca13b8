import type { Answered } from "@/api/answered";
import type { components } from "@/api/schema";

type Schemas = components["schemas"];

export type Suite = Answered<Schemas["Suite"]>;
export type SuiteCase = Suite["cases"][number];
export type Run = Answered<Schemas["EvaluationRun"]>;
export type RunRequest = Schemas["RunRequest"];
export type CaseResult = Run["cases"][number];
export type Summary = Run["summaries"][number];
export type Estimate = Answered<Schemas["Estimate"]>;
export type Metric = Summary["metrics"][number];
export type MetricName = Schemas["MetricName"];
export type Abstention = NonNullable<Summary["abstention"]>;
export type CategoryFigures = Summary["categories"][number];
export type Passage = CaseResult["results"][number];
export type Mode = Schemas["SearchMode"];
export type Behaviour = Schemas["Behaviour"];
export type VerdictCode = Schemas["VerdictCode"];
export type ReportFormat = Schemas["ReportFormat"];
export type Gate = Schemas["Gate"];
export type RunComparison = Answered<Schemas["RunComparison"]>;
export type ModeComparison = RunComparison["modes"][number];
export type TestedFigure = ModeComparison["figures"][number];
export type CaseComparison = ModeComparison["cases"][number];

export const MODES = ["vector", "hybrid"] as const satisfies readonly Mode[];
