import { SegmentedControl, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { plural } from "@/lib/numbers";
import { Waiting } from "@/components/Waiting";

import type { Pair } from "./chain";
import { ChangeList } from "./ChangeList";
import { listRows, nameSections, type ShownKind } from "./changeRows";
import { changesQuery } from "./versionQueries";

const KINDS = ["changed", "added", "removed"] as const;

/** Two versions side by side, section by section: what is not the same, and how much is. */
export function Changes({ pair }: { pair: Pair }) {
  const { data, error, refetch } = useQuery(changesQuery(pair.before, pair.after));
  const [shown, setShown] = useState<ShownKind>("all");
  const rows = useMemo(() => (data ? listRows(data, shown) : []), [data, shown]);
  if (error && !data) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting lines={8} />;
  const { counts } = data;
  const differing = KINDS.reduce((sum, kind) => sum + counts[kind], 0);
  return (
    <Stack gap="sm">
      <Text fz="sm" className="tabular" role="status">
        {plural(counts.changed, "passage")} changed, {counts.added} added, {counts.removed} removed,{" "}
        {counts.unchanged} unchanged.
      </Text>
      {differing === 0 ? (
        <EmptyState title="Both versions say the same">
          Every passage stands in both, word for word.
        </EmptyState>
      ) : (
        <>
          <SegmentedControl
            aria-label="Passages shown"
            style={{ alignSelf: "flex-start" }}
            value={shown}
            onChange={setShown}
            data={[
              { value: "all", label: "All" },
              ...KINDS.filter((kind) => counts[kind] > 0).map((kind) => ({
                value: kind,
                label: `${kind[0]?.toUpperCase()}${kind.slice(1)} ${counts[kind]}`,
              })),
            ]}
          />
          <ChangeList key={shown} rows={rows} nameOf={nameSections(data)} />
        </>
      )}
    </Stack>
  );
}
