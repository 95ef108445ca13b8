import type { EvaluationSearch, Outcome } from "./evaluationSearch";
import type { CaseResult, Mode, Suite, SuiteCase } from "./evaluationTypes";
import { type Comparison, type Flip, resultKey } from "./flips";

/** One case with what each mode made of it, side by side. */
export interface CaseRow {
  /** Suite and case. */
  key: string;
  suite: string;
  id: string;
  question: string;
  category: string;
  behaviour: CaseResult["expected_behaviour"];
  /** The case as its suite has it now; null if the suite no longer has it. */
  expected: SuiteCase | null;
  outcomes: Partial<Record<Mode, { result: CaseResult; flip: Flip | null }>>;
}

/** Join the results of both modes, in the order the cases were asked. */
export function joinModes(
  results: readonly CaseResult[],
  suites: readonly Suite[],
  comparison: Comparison | null,
): CaseRow[] {
  const known = new Map(
    suites.flatMap(({ name, cases }) => cases.map((entry) => [`${name}/${entry.id}`, entry])),
  );
  const rows = new Map<string, CaseRow>();
  for (const result of results) {
    const key = `${result.suite}/${result.case_id}`;
    const row = rows.get(key) ?? {
      key,
      suite: result.suite,
      id: result.case_id,
      question: result.question,
      category: result.category,
      behaviour: result.expected_behaviour,
      expected: known.get(key) ?? null,
      outcomes: {},
    };
    row.outcomes[result.mode] = { result, flip: comparison?.flips.get(resultKey(result)) ?? null };
    rows.set(key, row);
  }
  return [...rows.values()];
}

/** Whether the row is shown when this outcome is asked for. */
export function hasOutcome(row: CaseRow, outcome: Outcome): boolean {
  const outcomes = Object.values(row.outcomes);
  const passed = outcomes.map(({ result }) => result.verdict.passed);
  if (outcome === "passed") return passed.every(Boolean);
  if (outcome === "failed") return !passed.every(Boolean);
  if (outcome === "differs") return new Set(passed).size > 1;
  return outcomes.some(({ flip }) => flip !== null);
}

type Filters = Pick<EvaluationSearch, "q" | "outcome" | "suite" | "category">;

/** The rows that every filter keeps; the text is looked for in question, id and reasons. */
export function filterRows(rows: readonly CaseRow[], filters: Filters): CaseRow[] {
  const wanted = filters.q?.toLowerCase();
  return rows.filter((row) => {
    if (filters.suite && !filters.suite.includes(row.suite)) return false;
    if (filters.category && !filters.category.includes(row.category)) return false;
    if (filters.outcome && !hasOutcome(row, filters.outcome)) return false;
    if (!wanted) return true;
    const reasons = Object.values(row.outcomes).map(({ result }) => result.verdict.reason);
    return [row.question, row.id, ...reasons].some((text) => text.toLowerCase().includes(wanted));
  });
}

/** How many rows each value of a column would show, all other filters applied. */
export function countRows(
  rows: readonly CaseRow[],
  filters: Filters,
  column: "suite" | "category",
): Map<string, number> {
  const counts = new Map<string, number>(rows.map((row) => [row[column], 0]));
  for (const row of filterRows(rows, { ...filters, [column]: undefined })) {
    counts.set(row[column], (counts.get(row[column]) ?? 0) + 1);
  }
  return counts;
}

/** How many rows each outcome would show, all other filters applied. */
export function countOutcomes(
  rows: readonly CaseRow[],
  filters: Filters,
  outcomes: readonly Outcome[],
): Map<Outcome, number> {
  const candidates = filterRows(rows, { ...filters, outcome: undefined });
  return new Map(
    outcomes.map((outcome) => [
      outcome,
      candidates.filter((row) => hasOutcome(row, outcome)).length,
    ]),
  );
}
