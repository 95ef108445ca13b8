import { useQuery } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";

/** What a search goes by where the address says nothing. */
export interface SearchDefaults {
  limit: number;
  candidates: number;
  /** The constant k of reciprocal rank fusion. */
  rrfK: number;
}

const STANDARD: SearchDefaults = { limit: 6, candidates: 30, rrfK: 60 };

function positiveOr(value: unknown, fallback: number): number {
  return typeof value === "number" && value >= 1 ? value : fallback;
}

/** The server's settings; the standard ones until it has said. */
export function useSearchDefaults(): SearchDefaults {
  const { data } = useQuery({
    queryKey: ["system"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/system", { signal })),
    staleTime: 60_000,
  });
  const settings = data?.settings;
  return {
    limit: STANDARD.limit,
    candidates: positiveOr(settings?.CANDIDATES, STANDARD.candidates),
    rrfK: positiveOr(settings?.RRF_K, STANDARD.rrfK),
  };
}
