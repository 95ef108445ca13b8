import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";

import { fetchAnswer, fetchBytes } from "@/api/bytes";
import { documentKey } from "@/api/documents";
import type { StudioDocument } from "@/api/types";
import { notifyError } from "@/lib/notify";
import { saveFile } from "@/lib/saveFile";

/** Sharp on a screen of double density. */
const PIXELS_ACROSS = 1400;

const rawPath = (id: string) => `/api/documents/${encodeURIComponent(id)}/raw`;

/** The original bytes. */
export const rawQuery = (id: string) =>
  queryOptions({
    queryKey: [...documentKey(id), "raw"],
    queryFn: ({ signal }) => fetchBytes(rawPath(id), signal),
    staleTime: Infinity,
    gcTime: 60_000,
  });

/** One page of a PDF or a picture as an image (`page` from 1), and how many pages there are. */
export const pageQuery = (id: string, page: number) =>
  queryOptions({
    queryKey: [...documentKey(id), "page", page],
    queryFn: async ({ signal }) => {
      const answer = await fetchAnswer(
        `/api/documents/${encodeURIComponent(id)}/pages/${page}.png?width=${PIXELS_ACROSS}`,
        signal,
      );
      return { image: await answer.blob(), pages: Number(answer.headers.get("X-Page-Count")) || 1 };
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  });

/** Save the original under its own name. */
export function useDownload({ id, filename }: StudioDocument) {
  return useMutation({
    mutationFn: async () => saveFile(await fetchBytes(rawPath(id)), filename),
    onError: notifyError,
  });
}
