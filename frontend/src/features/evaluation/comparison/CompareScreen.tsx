import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";

import { useStore } from "@/api/store";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { GuideLink } from "@/components/GuideLink";
import { Screen } from "@/components/Screen";
import { Waiting } from "@/components/Waiting";

import { baselineRun } from "../baseline";
import { EvaluationNavigation } from "../EvaluationNavigation";
import { runsQuery } from "../evaluations";
import { namedBaselinesQuery } from "../baselineNames";
import { chooseRuns } from "./choice";
import { Comparison } from "./Comparison";
import type { CompareSearch } from "./compareSearch";
import { RunChoice } from "./RunChoice";

const route = getRouteApi("/evaluation/compare");

/** Two runs held against each other: what flipped, what moved, and whether that is evidence. */
export function CompareScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: runs, error, refetch } = useQuery(runsQuery);
  const { data: baselines } = useQuery(namedBaselinesQuery);
  const marked = useStore(baselineRun);
  const choice = runs && chooseRuns(runs.items, marked, search);
  const change = (fields: CompareSearch) =>
    void navigate({
      search: (before) => ({ ...before, ...fields }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Screen
      title="Compare runs"
      lead={
        <>
          A different result is not evidence of an improvement. The same questions are paired, and a
          test says how easily chance alone would make as large a difference.{" "}
          <GuideLink topic="comparison" />
        </>
      }
    >
      <EvaluationNavigation />
      {error && !runs && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!runs && !error && <Waiting lines={6} />}
      {choice === null && (
        <EmptyState title="No run to compare yet">
          Run suites on the Evaluation screen. One run is enough to compare its two modes.
        </EmptyState>
      )}
      {runs && choice && (
        <>
          <RunChoice
            runs={runs.items}
            baselines={baselines?.items ?? []}
            choice={choice}
            onChange={change}
          />
          <Comparison
            choice={choice}
            metric={search.metric ?? "ndcg"}
            all={search.shown === "all"}
            onChange={change}
          />
        </>
      )}
    </Screen>
  );
}
