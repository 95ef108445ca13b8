import { Progress, Stack, Text } from "@mantine/core";

import { plural } from "@/lib/numbers";

export function DeletionProgress({ done, total }: { done: number; total: number }) {
  return (
    <Stack gap="xs" role="status">
      <Text fz="sm">
        Removing, then counting again in every representation: {done} of {plural(total, "document")}
        .
      </Text>
      <Progress value={(100 * done) / total} size="sm" radius={1} aria-label="Documents deleted" />
    </Stack>
  );
}
