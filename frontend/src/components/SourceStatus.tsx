import { Text } from "@mantine/core";

import type { SourceStatusName } from "@/api/types";

/** What a source says about itself: `current`, `superseded` or `draft`. */
export function SourceStatus({ status }: { status: SourceStatusName }) {
  return (
    <Text
      span
      fz="inherit"
      c={status === "current" ? undefined : "var(--studio-warn)"}
      td={status === "superseded" ? "line-through" : undefined}
    >
      {status}
    </Text>
  );
}
