import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import { useTimeout } from "@mantine/hooks";
import { useState } from "react";

/** `true` once 300 ms have passed: what is faster needs no announcement. */
function useSlow(): boolean {
  const [slow, setSlow] = useState(false);
  useTimeout(() => setSlow(true), 300, { autoInvoke: true });
  return slow;
}

/** Skeleton lines for what is on its way; shown only if it takes longer than 300 ms. */
export function Waiting({ lines = 5, height = 18 }: { lines?: number; height?: number }) {
  const slow = useSlow();
  if (!slow) return null;
  return (
    <Stack gap="xs" role="status" aria-busy="true">
      <VisuallyHidden>Loading</VisuallyHidden>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} height={height} width={line === lines - 1 ? "60%" : "100%"} />
      ))}
    </Stack>
  );
}
