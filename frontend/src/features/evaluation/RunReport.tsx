import { Button, Group, Progress, Stack, Text, Title } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
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
import { Figures } from "./Figures";
import { applyRunEvent } from "./progress";
import { saveJson } from "./saveJson";

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
          <Button
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => saveJson(run, `evaluation-${run.id}.json`)}
          >
            Download as JSON
          </Button>
        )}
      </Group>
      {running && <RunProgress run={run} />}
      {run.status === "failed" && (
        <Text fz="sm" c="var(--studio-bad)" role="alert" className="anyname">
          This run did not finish: {run.message ?? "no reason was recorded"}. {run.done} of{" "}
          {run.total} searches were made.
        </Text>
      )}
      {run.summaries.length > 0 && <Figures summaries={run.summaries} />}
      {baselineId === id && (
        <Text fz="sm" c="dimmed">
          This run is the baseline: show another to see which cases flipped.
        </Text>
      )}
      {compared && baseline.error && <ErrorNotice error={baseline.error} />}
      {earlier && comparison && (
        <BaselineComparison run={run} baseline={earlier} comparison={comparison} />
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
        {run.done} of {run.total} searches made
        {last && `; last: ${last.case_id}, ${last.mode}`}
      </Text>
    </Stack>
  );
}
