import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, unwrap } from "@/api/client";
import { publishChanges } from "@/api/documents";
import type { StudioDocument } from "@/api/types";
import { ChunkingFields } from "@/components/chunking/ChunkingFields";
import { type ChunkingChoice, describeChunking } from "@/lib/strategies";
import { ErrorNotice } from "@/components/ErrorNotice";
import { GuideLink } from "@/components/GuideLink";
import { notifyDone } from "@/lib/notify";
import { plural } from "@/lib/numbers";

interface Props {
  document: StudioDocument;
  /** What the fields begin with. */
  proposed: ChunkingChoice;
  onClose: () => void;
}

/** Cut a ready document anew. The old chunks serve until the new ones are ready. */
export function RechunkDialog({ document, proposed, onClose }: Props) {
  const queryClient = useQueryClient();
  const [choice, setChoice] = useState(proposed);
  const { id, filename, chunking, counts } = document;
  const start = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/api/documents/{document_id}/chunking", {
          params: { path: { document_id: id } },
          body: choice,
        }),
      ),
    onSuccess: (changed) => {
      publishChanges(queryClient, new Map([[changed.id, changed]]));
      notifyDone("The old chunks serve until the new ones are ready.");
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title="Re-chunk the document">
      <Stack gap="sm">
        <Text fz="sm" className="anyname">
          <bdi>{filename}</bdi> is cut and embedded anew. Until every new chunk is ready, its{" "}
          {plural(counts.chunks, "chunk")} of now serve; then one transaction swaps them. If it
          fails, they serve on. <GuideLink topic="rechunking" inText />
        </Text>
        {chunking && (
          <Text fz="xs" c="dimmed" className="tabular">
            Now: {describeChunking(chunking)}.
          </Text>
        )}
        <ChunkingFields
          choice={choice}
          onChange={(patch) => setChoice((before) => ({ ...before, ...patch }))}
        />
        {start.error && <ErrorNotice error={start.error} />}
        <Group gap="xs" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={start.isPending} onClick={() => start.mutate()}>
            Re-chunk
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
