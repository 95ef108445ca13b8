import type { CaseResult, Mode, Run, Suite } from "./evaluationTypes";

/**
 * The search a case made, as the search lab's address has it. A suite's `asked_on` stands for
 * today, so it applies where today would: in hybrid mode, unless every version is searched.
 */
export function traceSearch(
  run: Pick<Run, "configuration">,
  suite: Suite | undefined,
  result: Pick<CaseResult, "case_id" | "question">,
  mode: Mode,
) {
  const asked = suite?.cases.find(({ id }) => id === result.case_id);
  const all = asked?.include_superseded ? true : undefined;
  const today = mode === "hybrid" && !all ? suite?.asked_on : null;
  const { limit, candidates, minimum_score } = run.configuration;
  return {
    q: result.question,
    mode,
    limit,
    candidates: candidates ?? undefined,
    threshold: mode === "hybrid" ? (minimum_score ?? undefined) : undefined,
    all,
    as_of: asked?.as_of ?? today ?? undefined,
    group: suite ? [...suite.groups] : undefined,
  };
}
