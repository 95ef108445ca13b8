import { queryOptions } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";
import { documentKey } from "@/api/documents";
import type { Chunk } from "@/api/types";

/** Documents with more chunks than this are asked about by number. */
export const MOST_CHOICES = 500;

async function fetchChunks(documentId: string, offset: number, limit: number, signal: AbortSignal) {
  const page = await unwrap(
    api.GET("/api/documents/{document_id}/chunks", {
      params: { path: { document_id: documentId }, query: { offset, limit } },
      signal,
    }),
  );
  return page.items;
}

/** One chunk by its place in its document; null if there is none. */
export const chunkQuery = (documentId: string, index: number) =>
  queryOptions({
    queryKey: [...documentKey(documentId), "chunk", index],
    queryFn: async ({ signal }): Promise<Chunk | null> =>
      (await fetchChunks(documentId, index, 1, signal))[0] ?? null,
  });

/** The chunks of a document as choices: number, heading, first words. */
export const chunkChoicesQuery = (documentId: string) =>
  queryOptions({
    queryKey: [...documentKey(documentId), "chunk-choices"],
    queryFn: async ({ signal }) =>
      (await fetchChunks(documentId, 0, MOST_CHOICES, signal)).map((chunk) => ({
        value: String(chunk.chunk_index),
        label: `${chunk.chunk_index} · ${firstWords(chunk.content)}`,
      })),
  });

/** The beginning of a passage on one line. */
export function firstWords(content: string, most = 90): string {
  const line = content.replace(/\s+/g, " ").replace(/^[#\s|*-]+/, "");
  const letters = [...line];
  return letters.length > most ? `${letters.slice(0, most).join("")}…` : line;
}
