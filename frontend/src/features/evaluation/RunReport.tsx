import { Group, Progress, Stack, Text, Title } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";

import { useStore } from "@/api/store";
import { useServerEvents } from "@/api/useServerEvents";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { TimeStamp } from "@/components/TimeStamp";
import { Waiting } from "@/components/Waiting";

import { BaselineComparison } from "./BaselineComparison";
import { baselineRun } from "./baseline";
import { CaseFilters } from "./CaseFilters";
import { filterRows, joinModes } from "./caseRows";
import { CaseTable } from "./CaseTable";
import { runKey, runQuery, runsKey } from "./evaluations";
import type { EvaluationSearch } from "./evaluationSearch";
import type { Run, Suite } from "./evaluationTypes";
import { compareRuns } from "./flips";
import { FiguresPanel } from "./FiguresPanel";
import { GateCheck } from "./GateCheck";
import { applyRunEvent } from "./progress";
import { NamedBaselines } from "./NamedBaselines";
import { RunDownloads } from "./RunDownloads";

interface Props {
  id: string;
  suites: Suite[];
  search: EvaluationSearch;
  onChange: (fields: Partial<EvaluationSearch>) => void;
}

/** One run, live while it is under way: totals, flips against the baseline, every case. */
export function RunReport({ id, suites, search, onChange }: Props) {
  const queryClient = useQueryClient();
  const { data: run, error, refetch } = useQuery(runQuery(id));
  const baselineId = useStore(baselineRun);
  const compared = baselineId !== null && baselineId !== id;
  const baseline = useQuery({ ...runQuery(baselineId ?? ""), enabled: compared });
  const running = run?.status === "running";

  useServerEvents(
    running ? `/api/evaluations/runs/${encodeURIComponent(id)}/events` : null,
    (event) => {
      queryClient.setQueryData<Run>(runKey(id), (known) => applyRunEvent(known, event));
      if (event.event === "run") void queryClient.invalidateQueries({ queryKey: runsKey });
    },
    { ends: true },
  );

  const earlier = compared ? baseline.data : undefined;
  const comparison = useMemo(
    () => (run && earlier ? compareRuns(run, earlier) : null),
    [run, earlier],
  );
  const rows = useMemo(
    () => (run ? joinModes(run.cases, suites, comparison) : []),
    [run, suites, comparison],
  );
  const found = useMemo(() => filterRows(rows, search), [rows, search]);

  if (error && !run) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!run) return <Waiting lines={8} height={26} />;

  return (
    <Stack gap="md" component="section" aria-label="Run">
      <Group justify="space-between" gap="sm">
        <Title order={2}>
          Run of <TimeStamp value={run.started_at} />
        </Title>
        {run.status !== "running" && (
          <RunDownloads runId={run.id} baselineId={compared ? baselineId : undefined} />
        )}
      </Group>
      {running && <RunProgress run={run} />}
      {run.status === "failed" && (
        <Text fz="sm" c="var(--studio-bad)" role="alert" className="anyname">
          This run did not finish: {run.message ?? "no reason was recorded"}. {run.done} of{" "}
          {run.total} searches were made.
        </Text>
      )}
      {run.deleted_sources.length > 0 && <DeletedSources names={run.deleted_sources} />}
      {run.summaries.length > 0 && (
        <FiguresPanel
          run={run}
          shown={search.figures ?? "totals"}
          onShow={(figures) => onChange({ figures: figures === "totals" ? undefined : figures })}
        />
      )}
      {baselineId === id && (
        <Text fz="sm" c="dimmed">
          This run is the baseline: show another to see which cases flipped.
        </Text>
      )}
      {compared && baseline.error && <ErrorNotice error={baseline.error} />}
      {earlier && comparison && (
        <BaselineComparison run={run} baseline={earlier} comparison={comparison} />
      )}
      {run.status === "finished" && (
        <>
          <NamedBaselines run={run} />
          <GateCheck run={run} baselineId={compared ? baselineId : undefined} />
        </>
      )}
      {rows.length > 0 && (
        <>
          <CaseFilters
            rows={rows}
            shown={found.length}
            search={search}
            compared={comparison !== null}
            onChange={onChange}
          />
          {found.length > 0 ? (
            <CaseTable rows={found} run={run} suites={suites} />
          ) : (
            <EmptyState title="No case matches these filters" />
          )}
        </>
      )}
    </Stack>
  );
}

function DeletedSources({ names }: { names: string[] }) {
  return (
    <Text fz="sm" className="anyname">
      <Text span inherit fw={600} c="var(--studio-warn)">
        Source since deleted:
      </Text>{" "}
      {names.join(", ")}. The verdicts are those of the day; a new run would not find it.
    </Text>
  );
}

function RunProgress({ run }: { run: Run }) {
  const last = run.cases.at(-1);
  return (
    <Stack gap={4}>
      <Progress.Root size="sm" transitionDuration={0}>
        <Progress.Section
          value={(100 * run.done) / Math.max(1, run.total)}
          aria-label="Searches made"
          aria-valuetext={`${run.done} of ${run.total}`}
        />
      </Progress.Root>
      <Text fz="xs" c="dimmed" className="tabular" role="status">
        {run.message ? `${run.message} ` : ""}
        {run.done} of {run.total} searches made
        {last && `; last: ${last.case_id}, ${last.mode}`}
      </Text>
    </Stack>
  );
}
