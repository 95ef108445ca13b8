import { ActionIcon, Group, Paper, ScrollArea, Stack, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";

import { DocumentLink } from "@/components/DocumentLink";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Score } from "@/components/Score";
import { SourceStatus } from "@/components/SourceStatus";
import { Waiting } from "@/components/Waiting";

import { type MapPoint, pointChunkQuery } from "./mapQuery";

/** The chunk behind a point of the map, to read. */
export function PointReader({ point, onClose }: { point: MapPoint; onClose: () => void }) {
  const { data: chunk, isError, error, isPending, refetch } = useQuery(pointChunkQuery(point));
  return (
    <Paper component="section" p="sm" aria-label="The chunk of this point" aria-live="polite">
      <Stack gap={6}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Text fz="sm" component="div" miw={0}>
            <DocumentLink
              id={point.document_id}
              filename={point.filename}
              chunk={chunk?.chunk_index}
              whole
            />
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label="Close the chunk"
            onClick={onClose}
          >
            <IconX size={14} />
          </ActionIcon>
        </Group>
        <Text fz="xs" c="dimmed" component="div" className="anyname">
          {chunk && <>chunk {chunk.chunk_index} · </>}
          {chunk?.section && <>{chunk.section} · </>}
          {point.group} · <SourceStatus status={point.source_status} />
          {chunk && <> · {chunk.token_count} tokens</>}
        </Text>
        {point.score !== null && (
          <Text fz="xs" component="div">
            To the question: <Score name="vector" value={point.score} />
          </Text>
        )}
        {isPending && <Waiting lines={5} />}
        {isError && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {chunk === null && <Text fz="sm">This chunk has gone since the map was drawn.</Text>}
        {chunk && (
          <ScrollArea.Autosize
            mah="min(44vh, 380px)"
            type="auto"
            viewportProps={{ tabIndex: 0, "aria-label": "Text of the chunk" }}
          >
            <Text fz="sm" className="doctext" dir="auto">
              {chunk.content}
            </Text>
          </ScrollArea.Autosize>
        )}
      </Stack>
    </Paper>
  );
}
