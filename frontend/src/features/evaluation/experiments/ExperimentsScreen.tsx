import { Button, Group, Select, Stack, Text } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";

import { api, unwrap } from "@/api/client";
import { useServerEvents } from "@/api/useServerEvents";
import { ErrorNotice } from "@/components/ErrorNotice";
import { GuideLink } from "@/components/GuideLink";
import { notifyError } from "@/lib/notify";
import { plural } from "@/lib/numbers";
import { Screen } from "@/components/Screen";
import { formatInstant } from "@/lib/time";
import { Waiting } from "@/components/Waiting";

import { EvaluationNavigation } from "../EvaluationNavigation";
import { ExperimentCard } from "./ExperimentCard";
import { applyExperimentEvent, describeOutcomes, joinOutcomes } from "./experimentProgress";
import {
  type ExperimentRun,
  experimentRunKey,
  experimentRunQuery,
  experimentRunsKey,
  experimentRunsQuery,
  experimentsQuery,
} from "./experimentQueries";
import { RunProgress } from "./RunProgress";

const route = getRouteApi("/evaluation/experiments");

/** Problems, each with a control and one treatment, and whether the treatment solves it. */
export function ExperimentsScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const file = useQuery(experimentsQuery);
  const runs = useQuery(experimentRunsQuery);
  const id = search.run ?? runs.data?.items[0]?.id;
  const { data: run, error: runError } = useQuery({
    ...experimentRunQuery(id ?? ""),
    enabled: id !== undefined,
  });
  const [step, setStep] = useState<string | null>(null);
  const running = run?.status === "running";

  useServerEvents(
    running && id ? `/api/experiments/runs/${encodeURIComponent(id)}/events` : null,
    (event) => {
      if (!id) return;
      const known = queryClient.getQueryData<ExperimentRun>(experimentRunKey(id));
      const progress = applyExperimentEvent(known, event);
      queryClient.setQueryData(experimentRunKey(id), progress.run);
      if (event.event === "run")
        void queryClient.invalidateQueries({ queryKey: experimentRunsKey });
      if (progress.experiment === null || progress.experiment === step) return;
      // A new experiment has begun, so that the outcome of the one before is there to read.
      setStep(progress.experiment);
      void queryClient.invalidateQueries({ queryKey: experimentRunKey(id) });
    },
    { ends: true },
  );

  const start = useMutation({
    mutationFn: (experiments: string[] | null) =>
      unwrap(api.POST("/api/experiments/runs", { body: { experiments } })),
    onSuccess: (begun) => {
      setStep(null);
      queryClient.setQueryData(experimentRunKey(begun.id), begun);
      void queryClient.invalidateQueries({ queryKey: experimentRunsKey });
      void navigate({ search: { run: begun.id }, resetScroll: false });
    },
    onError: notifyError,
  });

  const rows = file.data ? joinOutcomes(file.data.experiments, run) : [];
  const summary = describeOutcomes(rows);
  const error = file.error ?? runs.error ?? runError;
  return (
    <Screen
      title="Experiments"
      lead={
        <>
          A problem, a control that should fail and one treatment that should pass, with everything
          else the same. Each runs in a scratch database of its own: your documents stay as they
          are. <GuideLink topic="experiments" />
        </>
      }
    >
      <EvaluationNavigation />
      {error && <ErrorNotice error={error} onRetry={() => void file.refetch()} />}
      {file.isPending && <Waiting lines={8} />}
      {file.data && (
        <Stack gap="md">
          <Group gap="sm" align="flex-end">
            <Button
              leftSection={<IconPlayerPlay size={14} aria-hidden />}
              loading={start.isPending}
              disabled={running}
              onClick={() => start.mutate(null)}
            >
              Run all {file.data.experiments.length}
            </Button>
            {runs.data && runs.data.items.length > 1 && id && (
              <Select
                aria-label="Run shown"
                w={250}
                data={runs.data.items.map((one) => ({ value: one.id, label: nameRun(one) }))}
                value={id}
                allowDeselect={false}
                onChange={(value) =>
                  void navigate({ search: { run: value ?? undefined }, resetScroll: false })
                }
              />
            )}
          </Group>
          {run && running && <RunProgress run={run} experiment={step} />}
          {run?.status === "failed" && (
            <Text fz="sm" c="var(--studio-bad)" role="alert" className="anyname">
              This run did not finish: {run.message ?? "no reason was recorded"}.
            </Text>
          )}
          {summary && (
            <Text fz="sm" fw={600} role="status" className="anyname">
              {running ? "So far: " : ""}
              {summary}
            </Text>
          )}
          {rows.map((row) => (
            <ExperimentCard
              key={row.experiment.id}
              row={row}
              busy={running || start.isPending}
              onRun={() => start.mutate([row.experiment.id])}
            />
          ))}
        </Stack>
      )}
    </Screen>
  );
}

function nameRun(run: ExperimentRun): string {
  const holding = run.outcomes.filter(({ succeeded }) => succeeded).length;
  const found =
    run.status === "running"
      ? "running"
      : `${holding} of ${plural(run.experiments.length, "experiment")}`;
  return `${formatInstant(run.started_at)}, ${found}`;
}
