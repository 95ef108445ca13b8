import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { libraryKey, publishChanges, restoreDocuments } from "@/api/documents";
import { liveLibrary } from "@/api/session";
import type { StudioDocument } from "@/api/types";
import { useServerEvents } from "@/api/useServerEvents";

const FLUSH_MS = 100;

/** One stream for the whole tab: every change of every document, into the query cache. */
export function useLibraryEvents(): void {
  const queryClient = useQueryClient();
  const waiting = useRef(new Map<string, StudioDocument | null>());
  /** Ids whose deletion this stream told of. */
  const told = useRef(new Set<string>());
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const flush = () => {
    timer.current = undefined;
    const changed = waiting.current;
    waiting.current = new Map();
    publishChanges(queryClient, changed);
  };

  const { connected } = useServerEvents("/api/events", ({ event, data }) => {
    if (event === "open") {
      // Whatever changed while nobody listened is in the list.
      void queryClient.invalidateQueries({ queryKey: libraryKey });
    } else if (event === "document") {
      const document = JSON.parse(data) as StudioDocument;
      // The stream keeps the order of things: what it tells of after a deletion came back.
      if (told.current.delete(document.id)) restoreDocuments(queryClient, [document.id]);
      waiting.current.set(document.id, document);
    } else if (event === "deleted") {
      const { id } = JSON.parse(data) as { id: string };
      told.current.add(id);
      waiting.current.set(id, null);
    }
    // Many changes a second while a folder is read: one new rendering for all of them.
    if (waiting.current.size > 0) timer.current ??= setTimeout(flush, FLUSH_MS);
  });

  useEffect(() => liveLibrary.set(connected), [connected]);
  useEffect(() => () => clearTimeout(timer.current), []);
}
