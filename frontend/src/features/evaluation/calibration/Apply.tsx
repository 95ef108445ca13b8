import { Button, Group, Text } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";
import { notifyDone, notifyError } from "@/lib/notify";

import { calibrationQuery, type CalibrationState } from "@/lib/calibrationQuery";

interface Props {
  threshold: number;
  state: CalibrationState;
  primary?: boolean;
}

/** One click: from the next search on, this threshold goes with the reranker it was measured for. */
export function Apply({ threshold, state, primary = false }: Props) {
  const queryClient = useQueryClient();
  const apply = useMutation({
    mutationFn: () => unwrap(api.POST("/api/calibration/apply", { body: { threshold } })),
    onSuccess: (now) => {
      queryClient.setQueryData(calibrationQuery.queryKey, now as CalibrationState);
      notifyDone("Applied. The next search goes by it.");
    },
    onError: notifyError,
  });
  const reranker = state.report?.reranker ?? state.reranker;
  if (state.applied?.threshold === threshold) {
    return (
      <Text fz="sm" fw={600} c="var(--studio-good)" role="status" className="anyname">
        <IconCheck size={14} aria-hidden style={{ verticalAlign: "-2px" }} /> Applied for {reranker}
      </Text>
    );
  }
  return (
    <Group gap="sm">
      <Button
        variant={primary ? "filled" : "default"}
        loading={apply.isPending}
        onClick={() => apply.mutate()}
      >
        Apply {threshold.toPrecision(3)}
      </Button>
      <Text fz="xs" c="dimmed" className="anyname">
        for {reranker}, and for no other reranker
        {state.origin === "setting" && "; MINIMUM_SCORE is set and still comes first"}
      </Text>
    </Group>
  );
}
