import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";
import type { CompareResponse, SearchResponse } from "@/api/types";

import { labRequest } from "./labRequest";
import type { LabSearch } from "./labSearch";

/** One question's answers; null for a mode that was not asked. */
export interface LabAnswers {
  vector: SearchResponse | null;
  hybrid: SearchResponse | null;
}

async function ask(
  body: ReturnType<typeof labRequest>,
  both: boolean,
  signal: AbortSignal,
): Promise<LabAnswers> {
  if (both) {
    return (await unwrap(
      api.POST("/api/search/compare", { body: { ...body, explain: true }, signal }),
    )) as CompareResponse;
  }
  const answer = (await unwrap(
    api.POST("/api/search", { body: { ...body, explain: true }, signal }),
  )) as SearchResponse;
  return answer.mode === "vector"
    ? { vector: answer, hybrid: null }
    : { vector: null, hybrid: answer };
}

/**
 * Ask what the address says. Every visit asks anew, and answers are forgotten with the screen: a
 * document may have gone since. The previous answer stays until the next one is there.
 */
export function useLabAnswers(lab: LabSearch) {
  const body = labRequest(lab);
  const both = lab.mode === "both";
  return useQuery({
    queryKey: ["search", both, body],
    queryFn: ({ signal }) => ask(body, both, signal),
    enabled: body.query !== "",
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: "always",
    placeholderData: keepPreviousData,
  });
}
