import { Group, Pagination, Stack, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useDeferredValue, useMemo, useState } from "react";

import type { StudioDocument } from "@/api/types";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { FacetFilter } from "@/components/FacetFilter";
import { formatCount } from "@/lib/numbers";
import { Waiting } from "@/components/Waiting";

import { ChunkCard } from "./ChunkCard";
import { countBlockTypes, findChunks } from "./chunkSearch";
import { useChunks, useVectors } from "./useChunks";

const PAGE_SIZE = 20;

interface Props {
  document: StudioDocument;
  onShowInText: (chunkIndex: number) => void;
}

/** Every chunk with its text, measures and vector; searchable by words, section and block type. */
export function ChunksTab({ document, onShowInText }: Props) {
  const { chunks, total, complete, error, refetch } = useChunks(document.id);
  const [query, setQuery] = useState("");
  const [types, setTypes] = useState<string[]>([]);
  const [wanted, setPage] = useState(1);
  const words = useDeferredValue(query);
  const found = useMemo(() => findChunks(chunks, words, types), [chunks, words, types]);

  const pages = Math.max(1, Math.ceil(found.length / PAGE_SIZE));
  const page = Math.min(wanted, pages);
  const shown = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const vectors = useVectors(
    document.id,
    shown.map(({ position }) => position),
  );

  if (error && chunks.length === 0) {
    return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  }
  if (total === null) return <Waiting lines={12} />;
  if (total === 0) {
    return <EmptyState title="No chunks yet">This document is {document.status}.</EmptyState>;
  }
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <TextInput
          aria-label="Find in chunks"
          placeholder="Words, or a section"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={query}
          w={240}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            setPage(1);
          }}
        />
        <FacetFilter
          label="Block type"
          counts={countBlockTypes(chunks, words)}
          chosen={types}
          onChange={(chosen) => {
            setTypes(chosen);
            setPage(1);
          }}
        />
        <Text fz="sm" c="dimmed" className="tabular" ml="auto" role="status">
          {formatCount(found.length)} of {formatCount(total)}
          {!complete && ` (${formatCount(chunks.length)} loaded)`}
        </Text>
      </Group>
      {vectors.error && (
        <ErrorNotice error={vectors.error} onRetry={() => void vectors.refetch()} />
      )}
      {shown.map(({ chunk, marks }) => (
        <ChunkCard
          key={chunk.id}
          chunk={chunk}
          marks={marks}
          vector={vectors.data?.get(chunk.id) ?? null}
          onShowInText={() => onShowInText(chunk.chunk_index)}
        />
      ))}
      {found.length === 0 && <EmptyState title="No chunk matches" />}
      {pages > 1 && (
        <Pagination
          mx="auto"
          total={pages}
          value={page}
          onChange={setPage}
          getControlProps={(control) => ({ "aria-label": `${control} page` })}
        />
      )}
    </Stack>
  );
}
