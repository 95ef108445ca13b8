import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";

import type { StudioDocument } from "@/api/types";
import { CodePointIndex } from "@/lib/codePoints";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { useDocumentColor } from "@/lib/useScheme";
import { Waiting } from "@/components/Waiting";

import { ChunkLegend } from "./ChunkLegend";
import { layRows } from "./chunkLayout";
import { ChunkRibbon } from "./ChunkRibbon";
import { ChunkText } from "./ChunkText";
import { textQuery } from "./useChunks";

interface Props {
  document: StudioDocument;
  /** `chunk_index` of the chunk to jump to. */
  chunk: number | undefined;
  onChunk: (chunkIndex: number) => void;
}

/** The extracted text, with a ribbon that shows how it was cut. */
export function TextTab({ document, chunk, onChunk }: Props) {
  const colorOf = useDocumentColor();
  const text = useQuery(textQuery(document.id));
  const [visible, setVisible] = useState<readonly [number, number]>([0, 0]);

  const index = useMemo(() => new CodePointIndex(text.data?.text ?? ""), [text.data]);
  const laid = useMemo(() => text.data?.chunks ?? [], [text.data]);
  const rows = useMemo(() => layRows(laid, text.data?.characters ?? 0), [laid, text.data]);

  const select = useCallback(
    (at: number) => {
      const target = laid[at];
      if (target) onChunk(target.chunk_index);
    },
    [laid, onChunk],
  );

  if (text.error) return <ErrorNotice error={text.error} onRetry={() => void text.refetch()} />;
  if (!text.data) return <Waiting lines={14} />;
  if (laid.length === 0) {
    return (
      <EmptyState title="No text yet">
        It appears here as its chunks are stored; this document is {document.status}.
      </EmptyState>
    );
  }
  const position = laid.findIndex(({ chunk_index }) => chunk_index === chunk);
  const selected = position < 0 ? null : position;
  return (
    <Stack gap="xs" style={{ "--document": colorOf(document.id) }}>
      <ChunkLegend
        chunks={laid.length}
        hatched={laid.some(({ window_end }) => window_end !== null)}
        gaps={text.data.gaps.length}
      />
      <ChunkRibbon chunks={laid} selected={selected} visible={visible} onSelect={select} />
      <ChunkText
        rows={rows}
        chunks={laid}
        index={index}
        selected={selected}
        onSelect={select}
        onVisible={setVisible}
      />
    </Stack>
  );
}
