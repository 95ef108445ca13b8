import { keepPreviousData, queryOptions, useMutation } from "@tanstack/react-query";

import { documentKey } from "@/api/documents";
import { readError, unreachable } from "@/api/errors";
import { noteAnswer } from "@/api/client";
import { apiReachable, authorization } from "@/api/session";
import type { StudioDocument } from "@/api/types";
import { notifyError } from "@/components/notify";

/** Fetch bytes with the session's token. Throws `ApiError`. */
async function fetchBytes(path: string, signal?: AbortSignal): Promise<Blob> {
  return (await fetchAnswer(path, signal)).blob();
}

async function fetchAnswer(path: string, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(path, { headers: authorization(), signal }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    apiReachable.set(false);
    throw unreachable();
  });
  noteAnswer(answer.status);
  if (!answer.ok) throw readError(await answer.json().catch(() => null), answer.status);
  return answer;
}

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
    mutationFn: async () => {
      const address = URL.createObjectURL(await fetchBytes(rawPath(id)));
      const link = document.createElement("a");
      link.href = address;
      link.download = filename;
      link.click();
      // The browser has taken hold of the bytes by the next turn of the event loop.
      setTimeout(() => URL.revokeObjectURL(address), 10_000);
    },
    onError: notifyError,
  });
}
