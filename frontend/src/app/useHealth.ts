import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";

import { api, unwrap } from "@/api/client";
import { apiReachable } from "@/api/session";
import { useStore } from "@/api/store";

const WHEN_WELL_MS = 15_000;
const WHEN_AWAY_MS = 2_000;

/** Ask `/api/health` now and then; when the API comes back, refresh everything on screen. */
export function useHealth() {
  const reachable = useStore(apiReachable);
  const queryClient = useQueryClient();
  const wasReachable = useRef(true);

  const query = useQuery({
    queryKey: ["health"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/health", { signal })),
    refetchInterval: ({ state }) => (reachable && state.data?.ready ? WHEN_WELL_MS : WHEN_AWAY_MS),
    refetchIntervalInBackground: true,
    retry: false,
    staleTime: 0,
  });

  useEffect(() => {
    if (query.dataUpdatedAt > 0 && !query.isError) apiReachable.set(true);
  }, [query.dataUpdatedAt, query.isError]);

  useEffect(() => {
    if (reachable && !wasReachable.current) {
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "health" });
    }
    wasReachable.current = reachable;
  }, [reachable, queryClient]);

  return { reachable, health: query.data, error: query.error };
}
