import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";
import { publishChanges } from "@/api/documents";
import { notifyError } from "@/lib/notify";

/** Queue failed documents again; one that cannot be retried does not stop the others. */
export function useRetry() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (ids: string[]) => {
      const outcomes = await Promise.allSettled(
        ids.map((id) =>
          unwrap(
            api.POST("/api/documents/{document_id}/retry", {
              params: { path: { document_id: id } },
            }),
          ),
        ),
      );
      const done = outcomes.filter((outcome) => outcome.status === "fulfilled");
      publishChanges(queryClient, new Map(done.map(({ value }) => [value.id, value])));
      const refused = outcomes.find((outcome) => outcome.status === "rejected");
      if (refused) throw refused.reason;
    },
    onError: notifyError,
  });
}
