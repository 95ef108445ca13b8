import { Paper, Text } from "@mantine/core";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";

import { documentKey } from "@/api/documents";
import type { StudioDocument } from "@/api/types";
import { ErrorNotice } from "@/components/ErrorNotice";
import { formatBytes } from "@/lib/numbers";
import { Waiting } from "@/components/Waiting";

import { rawQuery } from "./useRaw";

const MOST_BYTES = 200_000;

/** The beginning of a text file, as text. */
export function TextPreview({ document }: { document: StudioDocument }) {
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery(
    queryOptions({
      queryKey: [...documentKey(document.id), "raw-text"],
      queryFn: async () => {
        const blob = await queryClient.fetchQuery(rawQuery(document.id));
        return blob.slice(0, MOST_BYTES).text();
      },
      staleTime: Infinity,
    }),
  );
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Waiting lines={12} />;
  return (
    <Paper>
      {document.size_bytes > MOST_BYTES && (
        <Text fz="xs" c="dimmed" mb="xs">
          The first {formatBytes(MOST_BYTES)} of {formatBytes(document.size_bytes)}.
        </Text>
      )}
      <Text component="pre" m={0} fz="xs" className="mono doctext" dir="auto">
        {data}
      </Text>
    </Paper>
  );
}
