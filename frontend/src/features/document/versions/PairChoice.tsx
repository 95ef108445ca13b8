import { ActionIcon, Group, Select, Tooltip } from "@mantine/core";
import { IconArrowsExchange } from "@tabler/icons-react";

import type { Pair } from "./chain";
import type { DocumentVersion } from "./versionQueries";

interface Props {
  items: readonly DocumentVersion[];
  pair: Pair;
  onChange: (pair: Pair) => void;
}

/** Which two versions are compared. */
export function PairChoice({ items, pair, onChange }: Props) {
  const choices = items.map(({ document_id, filename, source }) => ({
    value: document_id,
    label: source.effective_date ? `${filename} (from ${source.effective_date})` : filename,
  }));
  const choose = (side: keyof Pair, id: string | null) => {
    if (!id) return;
    const other = side === "before" ? "after" : "before";
    // The same on both sides is no comparison: the two change places.
    onChange({ ...pair, [side]: id, ...(pair[other] === id && { [other]: pair[side] }) });
  };
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label="Before"
        data={choices}
        value={pair.before}
        allowDeselect={false}
        onChange={(id) => choose("before", id)}
        style={{ flex: "1 1 220px" }}
        maw={420}
      />
      <Tooltip label="Swap the two">
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Swap the two"
          onClick={() => onChange({ before: pair.after, after: pair.before })}
        >
          <IconArrowsExchange size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Select
        label="After"
        data={choices}
        value={pair.after}
        allowDeselect={false}
        onChange={(id) => choose("after", id)}
        style={{ flex: "1 1 220px" }}
        maw={420}
      />
    </Group>
  );
}
