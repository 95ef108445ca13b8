import { Button, Group, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";
import { notifyDone, notifyError } from "@/lib/notify";
import { Score } from "@/components/Score";
import { TimeStamp } from "@/components/TimeStamp";

import { calibrationQuery, type CalibrationState } from "@/lib/calibrationQuery";

/** The threshold that searches go by, who set it, and the way back. */
export function InForce({ state }: { state: CalibrationState }) {
  const queryClient = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => unwrap(api.DELETE("/api/calibration/applied")),
    onSuccess: (now) => {
      queryClient.setQueryData(calibrationQuery.queryKey, now as CalibrationState);
      notifyDone("Withdrawn. Searches use the reranker’s own threshold again.");
    },
    onError: notifyError,
  });
  const { reranker, threshold, origin, applied } = state;
  if (reranker === null) {
    return (
      <Text fz="sm" role="alert">
        No reranker is loaded, so there is no score to put a threshold on, and no search abstains.
      </Text>
    );
  }
  return (
    <Group gap="xs" align="baseline" fz="sm" component="section" aria-label="In force">
      <Text span inherit>
        Searches with <span className="mono anyname">{reranker}</span> go by
      </Text>
      <Score name="threshold" value={threshold} labelled />
      <Text span inherit c="dimmed">
        {origin === "setting" && "set by MINIMUM_SCORE, which comes before what is applied here."}
        {origin === "reranker" && "which the reranker is shipped with."}
        {origin === "none" && "none: it abstains only where nothing is found."}
        {origin === "applied" && applied && (
          <>
            applied here <TimeStamp value={applied.applied_at} />.
          </>
        )}
      </Text>
      {applied && (
        <Button
          variant="subtle"
          size="compact-xs"
          loading={withdraw.isPending}
          onClick={() => withdraw.mutate()}
        >
          Withdraw the applied {applied.threshold.toPrecision(3)}
        </Button>
      )}
    </Group>
  );
}
