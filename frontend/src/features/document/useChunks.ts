import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";

import { api, unwrap } from "@/api/client";
import { documentKey } from "@/api/documents";

import { findRanges } from "./ranges";

const PAGE = 500;

function fetchChunks(
  id: string,
  offset: number,
  limit: number,
  vectors: boolean,
  signal: AbortSignal,
) {
  return unwrap(
    api.GET("/api/documents/{document_id}/chunks", {
      params: { path: { document_id: id }, query: { offset, limit, vectors } },
      signal,
    }),
  );
}

/** Every chunk of a document without vectors, a page at a time until all are there. */
export function useChunks(id: string) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    {
      queryKey: [...documentKey(id), "chunks"],
      initialPageParam: 0,
      queryFn: ({ pageParam, signal }) => fetchChunks(id, pageParam, PAGE, false, signal),
      getNextPageParam: (last, pages) => {
        const loaded = pages.reduce((sum, page) => sum + page.items.length, 0);
        return last.items.length > 0 && loaded < last.total ? loaded : undefined;
      },
      staleTime: 60_000,
    },
  );

  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !error) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, error, fetchNextPage]);

  const chunks = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  return {
    chunks,
    total: data?.pages.at(-1)?.total ?? null,
    complete: data !== undefined && !hasNextPage,
    error,
    refetch,
  };
}

/** The vectors of the chunks at these places, by chunk id; neighbours come in one call. */
export function useVectors(id: string, positions: readonly number[]) {
  return useQuery({
    queryKey: [...documentKey(id), "vectors", positions],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        findRanges(positions).map(({ start, count }) =>
          fetchChunks(id, start, count, true, signal),
        ),
      );
      return new Map(
        pages.flatMap(({ items }) => items.map((chunk) => [chunk.id, chunk.embedding] as const)),
      );
    },
    enabled: positions.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

export const textQuery = (id: string) =>
  queryOptions({
    queryKey: [...documentKey(id), "text"],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/documents/{document_id}/text", {
          params: { path: { document_id: id } },
          signal,
        }),
      ),
    staleTime: 60_000,
  });
