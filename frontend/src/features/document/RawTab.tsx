import { Group, Stack, Text } from "@mantine/core";

import type { StudioDocument } from "@/api/types";
import { EmptyState } from "@/components/EmptyState";
import { formatBytes } from "@/lib/numbers";

import { PagePreview } from "./PagePreview";
import { previewKind } from "./previewKind";
import { TextPreview } from "./TextPreview";

/** The bytes as they were uploaded: what they look like, where that can be shown safely. */
export function RawTab({ document }: { document: StudioDocument }) {
  const kind = previewKind(document.content_type);
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Text fz="sm" c="dimmed" className="tabular">
          As uploaded: <span className="mono">{document.content_type}</span>,{" "}
          {formatBytes(document.size_bytes)}
        </Text>
      </Group>
      {kind === "text" && <TextPreview document={document} />}
      {kind === "pages" && <PagePreview key={document.id} document={document} />}
      {kind === "none" && (
        <EmptyState title="No preview of this type">
          Download it to see it in its own program; the Text tab shows what was read from it.
        </EmptyState>
      )}
    </Stack>
  );
}
