import type { CaseResult, Mode, Run, Suite } from "@/features/evaluation/evaluationTypes";

/** Test data: a result of case `id` in `mode`; say what matters to the test. */
export function makeResult(
  id: string,
  mode: Mode,
  passed: boolean,
  fields: Partial<CaseResult> = {},
): CaseResult {
  return {
    suite: "questions",
    case_id: id,
    question: `What about ${id}?`,
    category: "direct_fact",
    expected_behaviour: "retrieve_answer",
    mode,
    verdict: {
      passed,
      code: passed ? "passed" : "source_missing",
      reason: passed ? "leave.md holds the fact at rank 1" : "no passage of leave.md was returned",
      source_ranks: [passed ? 1 : null],
    },
    decision: "answer",
    top_score: mode === "hybrid" ? 0.9 : null,
    minimum_score: mode === "hybrid" ? 0.021 : null,
    milliseconds: 12,
    results: [],
    relevances: [],
    expectation: "",
    ...fields,
  };
}

export function makeRun(id: string, cases: CaseResult[], fields: Partial<Run> = {}): Run {
  return {
    id,
    status: "finished",
    message: null,
    started_at: "2026-11-29T10:00:00Z",
    finished_at: "2026-11-29T10:01:00Z",
    suites: ["questions"],
    modes: ["vector", "hybrid"],
    configuration: { limit: 6, candidates: null, minimum_score: null, studio: {} },
    corpus: "studio",
    deleted_sources: [],
    warnings: [],
    done: cases.length,
    total: cases.length,
    summaries: [],
    cases,
    ...fields,
  };
}

export function makeSuite(fields: Partial<Suite> = {}): Suite {
  return {
    $schema: null,
    name: "questions",
    title: "Questions over policies",
    description: "Everyday questions.",
    groups: ["policies", "reference"],
    asked_on: "2026-08-01",
    by_default: true,
    cases: [
      {
        id: "leave",
        question: "What about leave?",
        category: "direct_fact",
        expected_behaviour: "retrieve_answer",
        expected_sources: [{ filename: "leave.md", group: "policies", facts: [["25 days"]] }],
        competing_sources: [{ filename: "glossary.md", group: "reference" }],
        expected_fact: "25 days a year.",
        include_superseded: false,
        as_of: null,
        clarification_readings: [],
        notes: "The simplest case.",
      },
    ],
    ...fields,
  };
}
