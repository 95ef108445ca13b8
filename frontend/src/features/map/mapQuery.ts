import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";
import { documentKey } from "@/api/documents";
import type { Answered } from "@/api/answered";
import type { components } from "@/api/schema";
import type { Chunk } from "@/api/types";

export type VectorMap = Answered<components["schemas"]["VectorMap"]>;
export type MapPoint = VectorMap["points"][number];

/** All vectors in two dimensions; read anew on every visit, for a document may have gone. */
export const mapQuery = (question: string | undefined, limit: number | undefined) =>
  queryOptions({
    queryKey: ["map", question ?? "", limit ?? 0],
    queryFn: async ({ signal }) =>
      (await unwrap(
        api.GET("/api/map", { params: { query: { query: question, limit } }, signal }),
      )) as VectorMap,
    staleTime: 0,
    gcTime: 0,
    placeholderData: keepPreviousData,
  });

/** The chunk behind a point; null if it has gone since the map was drawn. */
export const pointChunkQuery = (point: MapPoint | undefined) =>
  queryOptions({
    queryKey: [...documentKey(point?.document_id ?? ""), "chunk-of-point", point?.chunk_id],
    enabled: point !== undefined,
    queryFn: async ({ signal }): Promise<Chunk | null> => {
      const path = { document_id: point?.document_id ?? "" };
      const { chunks } = await unwrap(
        api.GET("/api/documents/{document_id}/text", { params: { path }, signal }),
      );
      const index = chunks.findIndex(({ id }) => id === point?.chunk_id);
      if (index < 0) return null;
      const page = await unwrap(
        api.GET("/api/documents/{document_id}/chunks", {
          params: { path, query: { offset: index, limit: 1 } },
          signal,
        }),
      );
      return page.items.find(({ id }) => id === point?.chunk_id) ?? null;
    },
  });

/** Chunks a heatmap draws at most; more rows than pixels would say nothing. */
export const MOST_HEAT_ROWS = 400;
const PAGE = 100;

export interface DocumentVectors {
  chunks: Chunk[];
  total: number;
}

/** The vectors of a document's first chunks, number by number. */
export const vectorsQuery = (documentId: string | undefined) =>
  queryOptions({
    queryKey: [...documentKey(documentId ?? ""), "vectors"],
    enabled: documentId !== undefined,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<DocumentVectors> => {
      const chunks: Chunk[] = [];
      for (;;) {
        const page = await unwrap(
          api.GET("/api/documents/{document_id}/chunks", {
            params: {
              path: { document_id: documentId ?? "" },
              query: { offset: chunks.length, limit: PAGE, vectors: true },
            },
            signal,
          }),
        );
        chunks.push(...page.items);
        if (!page.items.length || chunks.length >= Math.min(page.total, MOST_HEAT_ROWS)) {
          return { chunks: chunks.slice(0, MOST_HEAT_ROWS), total: page.total };
        }
      }
    },
  });
