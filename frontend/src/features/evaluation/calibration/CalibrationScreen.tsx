import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { GuideLink } from "@/components/GuideLink";
import { notifyError } from "@/lib/notify";
import { Screen } from "@/components/Screen";
import { Waiting } from "@/components/Waiting";

import { EvaluationNavigation } from "../EvaluationNavigation";
import { CalibrationReport } from "./CalibrationReport";
import { calibrationQuery, type CalibrationState } from "@/lib/calibrationQuery";
import { InForce } from "./InForce";

/** From labelled questions: below which score a question is refused, and what that costs. */
export function CalibrationScreen() {
  const queryClient = useQueryClient();
  const { data: state, error, refetch } = useQuery(calibrationQuery);
  const start = useMutation({
    mutationFn: () => unwrap(api.POST("/api/calibration/runs", { body: {} })),
    onSuccess: (begun) =>
      queryClient.setQueryData(calibrationQuery.queryKey, begun as CalibrationState),
    onError: notifyError,
  });
  const running = state?.progress.running ?? false;
  return (
    <Screen
      title="Calibration"
      lead={
        <>
          A search refuses where no passage reaches the threshold. Questions of which it is known
          whether the documents answer them show where that threshold should lie.{" "}
          <GuideLink topic="calibration" />
        </>
      }
    >
      <EvaluationNavigation />
      {error && !state && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!state && !error && <Waiting lines={8} />}
      {state && (
        <Stack gap="md">
          <InForce state={state} />
          <Group gap="sm">
            <Button
              leftSection={<IconPlayerPlay size={14} aria-hidden />}
              variant={state.report ? "default" : "filled"}
              disabled={running || state.reranker === null}
              loading={start.isPending}
              onClick={() => start.mutate()}
            >
              {state.report ? "Calibrate again" : "Calibrate"}
            </Button>
            <Text fz="xs" c="dimmed">
              Asks the labelled questions over the sample documents. Nothing is applied by it.
            </Text>
          </Group>
          {running && <RunProgress progress={state.progress} />}
          {state.progress.message && (
            <Text fz="sm" c="var(--studio-bad)" role="alert" className="anyname">
              The calibration did not finish: {state.progress.message}
            </Text>
          )}
          {state.report ? (
            <CalibrationReport key={state.measured_at} report={state.report} state={state} />
          ) : (
            !running && (
              <EmptyState title="This reranker has not been calibrated here">
                The threshold it is shipped with applies. Load the sample documents, then calibrate:
                it takes a minute or two.
              </EmptyState>
            )
          )}
        </Stack>
      )}
    </Screen>
  );
}

function RunProgress({ progress }: Pick<CalibrationState, "progress">) {
  return (
    <Stack gap={4}>
      <Progress.Root size="sm" transitionDuration={0}>
        <Progress.Section
          value={(100 * progress.done) / Math.max(1, progress.total)}
          aria-label="Questions asked"
          aria-valuetext={`${progress.done} of ${progress.total}`}
        />
      </Progress.Root>
      <Text fz="xs" c="dimmed" className="tabular" role="status">
        {progress.done} of {progress.total} questions asked
      </Text>
    </Stack>
  );
}
