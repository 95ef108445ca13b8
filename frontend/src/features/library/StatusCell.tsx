import { Button, Group, Stack, Text, Tooltip } from "@mantine/core";

import type { StudioDocument } from "@/api/types";
import { asRechunking } from "@/lib/rechunking";
import { describeProgress, StageBar } from "@/components/StageBar";
import { StatusBadge } from "@/components/StatusBadge";

import classes from "./LibraryTable.module.css";
import { useRetry } from "@/lib/useRetry";

/** The status; while it is worked on the stages, and where it failed the reason and a retry. */
export function StatusCell({ document }: { document: StudioDocument }) {
  const retry = useRetry();
  const { status, error } = document;
  if (status === "processing") {
    return (
      <Stack gap={3}>
        <StageBar document={document} />
        <Text fz="xs" c="dimmed" className="tabular" style={{ whiteSpace: "nowrap" }}>
          {describeProgress(document)}
        </Text>
      </Stack>
    );
  }
  const rechunking = asRechunking(document);
  if (rechunking) {
    return (
      <Stack gap={3}>
        <StatusBadge status={status} />
        <StageBar document={rechunking} />
        <Text fz="xs" c="dimmed" className="tabular" style={{ whiteSpace: "nowrap" }}>
          re-chunking: {describeProgress(rechunking)}
        </Text>
      </Stack>
    );
  }
  if (status !== "failed") return <StatusBadge status={status} />;
  return (
    <Stack gap={2} className={classes.failed}>
      <Group gap={6} wrap="nowrap">
        <StatusBadge status={status} />
        <Button
          variant="default"
          size="compact-xs"
          loading={retry.isPending}
          onClick={() => retry.mutate([document.id])}
          aria-label={`Retry ${document.filename}`}
        >
          Retry
        </Button>
      </Group>
      {error && (
        <Tooltip label={`${error.message} ${error.hint}`}>
          <Text fz="xs" className={`anyname ${classes.error}`}>
            {error.message}
          </Text>
        </Tooltip>
      )}
    </Stack>
  );
}
