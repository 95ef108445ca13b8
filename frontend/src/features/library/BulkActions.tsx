import { Button, Group, Text } from "@mantine/core";
import { IconRefresh, IconTrash } from "@tabler/icons-react";
import type { StudioDocument } from "@/api/types";
import { plural } from "@/lib/numbers";

import { useRetry } from "@/lib/useRetry";

interface Props {
  selected: StudioDocument[];
  onClear: () => void;
  onDelete: () => void;
}

/** What can be done with the selected documents at once. */
export function BulkActions({ selected, onClear, onDelete }: Props) {
  const retry = useRetry();
  const failed = selected.filter(({ status }) => status === "failed");
  if (selected.length === 0) return null;
  return (
    <Group gap="xs" role="toolbar" aria-label="Selected documents">
      <Text fz="sm" className="tabular">
        {plural(selected.length, "document")} selected
      </Text>
      {failed.length > 0 && (
        <Button
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={retry.isPending}
          onClick={() => retry.mutate(failed.map(({ id }) => id))}
        >
          Retry {plural(failed.length, "failed one", "failed ones")}
        </Button>
      )}
      <Button
        variant="default"
        c="var(--studio-bad)"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={onDelete}
      >
        Delete…
      </Button>
      <Button variant="subtle" onClick={onClear}>
        Clear selection
      </Button>
    </Group>
  );
}
