import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, unwrap } from "@/api/client";
import { asApiError } from "@/api/errors";
import { publishChanges } from "@/api/documents";
import type { DeletionReceipt, StudioDocument } from "@/api/types";
import { noteReceipt } from "@/lib/lesson";

export interface Failure {
  document: StudioDocument;
  error: unknown;
}

/** Delete documents one after the other; the first failure does not spare the others. */
export function useDeletion() {
  const queryClient = useQueryClient();
  const [receipts, setReceipts] = useState<DeletionReceipt[]>([]);

  const deletion = useMutation({
    mutationFn: async (documents: StudioDocument[]) => {
      const failures: Failure[] = [];
      for (const document of documents) {
        try {
          const receipt = await unwrap(
            api.DELETE("/api/documents/{document_id}", {
              params: { path: { document_id: document.id } },
            }),
          );
          setReceipts((before) => [...before, receipt]);
          noteReceipt(receipt);
          publishChanges(queryClient, new Map([[document.id, null]]));
        } catch (error) {
          failures.push({ document, error: asApiError(error) });
        }
      }
      return failures;
    },
  });

  return { deletion, receipts, failures: deletion.data ?? [] };
}

/** Today, as the calendar on the wall says. */
export function today(now: Date = new Date()): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/** Mark documents as superseded from today on: kept and searchable on request, no longer current. */
export function useSupersede() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (documents: StudioDocument[]) => {
      for (const { id, source } of documents) {
        const day = today();
        const dated = !source.effective_date || source.effective_date <= day;
        const changed = await unwrap(
          api.PATCH("/api/documents/{document_id}", {
            params: { path: { document_id: id } },
            body: {
              status: "superseded",
              ...(dated && !source.superseded_date ? { superseded_date: day } : {}),
            },
          }),
        );
        publishChanges(queryClient, new Map([[id, changed]]));
      }
    },
  });
}
