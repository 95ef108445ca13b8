import { Group } from "@mantine/core";

import type { StudioDocument } from "@/api/types";
import { formatBytes, plural } from "@/lib/numbers";
import { asRechunking } from "@/lib/rechunking";
import { describeProgress, StageBar } from "@/components/StageBar";
import { StatusBadge } from "@/components/StatusBadge";

/** Status, group, type and size, under the document's name. */
export function DocumentLead({ document }: { document: StudioDocument }) {
  const { status, group, content_type, size_bytes, counts } = document;
  const rechunking = asRechunking(document);
  return (
    <Group gap="sm" className="tabular">
      <StatusBadge status={status} />
      {status === "processing" && (
        <>
          <StageBar document={document} />
          <span>{describeProgress(document)}</span>
        </>
      )}
      {rechunking && (
        <>
          <StageBar document={rechunking} />
          <span>re-chunking: {describeProgress(rechunking)}; the old chunks serve</span>
        </>
      )}
      <span className="anyname">{group}</span>
      <span className="mono anyname">{content_type}</span>
      <span>{formatBytes(size_bytes)}</span>
      {counts.chunks > 0 && <span>{plural(counts.chunks, "chunk")}</span>}
    </Group>
  );
}
