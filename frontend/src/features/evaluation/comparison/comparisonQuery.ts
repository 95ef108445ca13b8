import { queryOptions } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";

import type { RunComparison } from "../evaluationTypes";
import { type Choice, readPairing } from "./choice";

/** A run against a baseline, case by case. */
export const comparisonQuery = ({ run, baseline, pairing }: Choice) =>
  queryOptions({
    queryKey: ["evaluations", "comparison", run, baseline, pairing],
    queryFn: ({ signal }): Promise<RunComparison> =>
      unwrap(
        api.GET("/api/evaluations/runs/{run_id}/comparison", {
          params: { path: { run_id: run }, query: { baseline, ...readPairing(pairing) } },
          signal,
        }),
      ),
  });
