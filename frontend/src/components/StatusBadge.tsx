import { Badge, Tooltip } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCheck,
  IconClock,
  IconLoader2,
  IconTrash,
} from "@tabler/icons-react";

import type { DocumentStatus } from "@/api/types";

const looks = {
  queued: { icon: IconClock, color: "var(--mantine-color-dimmed)", says: "Waiting for a worker." },
  processing: { icon: IconLoader2, color: "var(--studio-accent)", says: "A worker is at it." },
  ready: {
    icon: IconCheck,
    color: "var(--studio-good)",
    says: "Searchable: chunks, vectors and index entries agree.",
  },
  failed: {
    icon: IconAlertTriangle,
    color: "var(--studio-bad)",
    says: "It did not become evidence.",
  },
  deleting: { icon: IconTrash, color: "var(--studio-warn)", says: "It is being removed." },
} as const;

/** Where a document is in its life. The word carries the meaning; the colour repeats it. */
export function StatusBadge({ status }: { status: DocumentStatus }) {
  const { icon: Icon, color, says } = looks[status];
  return (
    <Tooltip label={says}>
      <Badge
        variant="transparent"
        px={0}
        leftSection={<Icon size={13} aria-hidden />}
        styles={{ root: { color, fontSize: 12, height: 18 }, label: { overflow: "visible" } }}
      >
        {status}
      </Badge>
    </Tooltip>
  );
}
