import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";

import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { GuideLink } from "@/components/GuideLink";
import { Screen } from "@/components/Screen";
import { Waiting } from "@/components/Waiting";

import { EvaluationNavigation } from "./EvaluationNavigation";
import { runsQuery, suitesQuery } from "./evaluations";
import type { EvaluationSearch } from "./evaluationSearch";
import { RunReport } from "./RunReport";
import { RunTable } from "./RunTable";
import { StartPanel } from "./StartPanel";

const route = getRouteApi("/evaluation");

/** Questions with known answers, asked of this corpus, and what became of each. */
export function EvaluationScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const suites = useQuery(suitesQuery);
  const runs = useQuery(runsQuery);
  const error = suites.error ?? runs.error;
  const shown = search.run ?? runs.data?.items[0]?.id;

  const change = (fields: Partial<EvaluationSearch>) =>
    void navigate({
      search: (before) => ({ ...before, ...fields }),
      replace: !("run" in fields),
      resetScroll: false,
    });
  const show = (id: string) =>
    void navigate({ search: (before) => ({ ...before, run: id }), resetScroll: false });

  return (
    <Screen
      title="Evaluation"
      lead={
        <>
          Questions with known answers, asked of these documents. A case passes on evidence: the
          expected fact must stand in a returned passage. <GuideLink topic="evaluation" />
        </>
      }
    >
      <EvaluationNavigation />
      {error && (
        <ErrorNotice
          error={error}
          onRetry={() => void Promise.all([suites.refetch(), runs.refetch()])}
        />
      )}
      {suites.isPending && <Waiting lines={6} height={26} />}
      {suites.data && <StartPanel suites={suites.data.items} onStarted={show} />}
      {runs.data && runs.data.items.length > 0 && (
        <RunTable runs={runs.data.items} shown={shown} onShow={show} />
      )}
      {suites.data && shown !== undefined && (
        <RunReport
          key={shown}
          id={shown}
          suites={suites.data.items}
          search={search}
          onChange={change}
        />
      )}
      {runs.data?.items.length === 0 && (
        <EmptyState title="No run yet">
          Choose suites above and run them. Each case is asked in the chosen modes, and its verdict
          appears here as it falls.
        </EmptyState>
      )}
    </Screen>
  );
}
