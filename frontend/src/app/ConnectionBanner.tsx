import { Group, Loader, Text } from "@mantine/core";

import { asApiError } from "@/api/errors";
import type { Health } from "@/api/types";

import { useHealth } from "./useHealth";

/** What there is to say, or null if all is well. */
export function describeTrouble(
  reachable: boolean,
  health: Health | undefined,
  error: unknown,
): string | null {
  if (!reachable) {
    return "The studio is not responding. Retrying every 2 seconds; this page may be out of date.";
  }
  const trouble = error ? asApiError(error) : null;
  if (trouble && !trouble.isUnreachable && trouble.status !== 401) {
    return `${trouble.message} ${trouble.hint}`;
  }
  if (!health || health.ready) return null;
  const { mongodb, search_engine, embedder } = health.checks;
  const waiting = [
    { name: "MongoDB", ...mongodb },
    { name: "Search engine", ...search_engine },
    { name: "Embedder", ...embedder },
  ].filter((check) => !check.ready);
  return `Not ready yet. ${waiting.map(({ name, detail }) => `${name}: ${detail}`).join(" ")}`;
}

/** Says when the API is away or not ready; gone by itself afterwards. */
export function ConnectionBanner() {
  const { reachable, health, error } = useHealth();
  const message = describeTrouble(reachable, health, error);
  if (message === null) return null;
  return (
    <Group
      role="status"
      gap="sm"
      px="md"
      py={7}
      wrap="nowrap"
      style={{
        background: "var(--studio-sunken)",
        borderBottom: "1px solid var(--studio-line)",
        borderInlineStart: "3px solid var(--studio-warn)",
      }}
    >
      <Loader size={14} color="gray" />
      <Text fz="sm" className="anyname">
        {message}
      </Text>
    </Group>
  );
}
