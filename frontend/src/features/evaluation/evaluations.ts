import { queryOptions } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";

import type { Run } from "./evaluationTypes";
import { keepCases } from "./progress";

const MOST_RUNS = 50;
const WHILE_RUNNING_MS = 2000;

export const runsKey = ["evaluations", "runs"] as const;
export const runKey = (id: string) => ["evaluations", "run", id] as const;

/** The suites and all their cases. */
export const suitesQuery = queryOptions({
  queryKey: ["evaluations", "suites"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/evaluations/suites", { signal })),
});

/** The newest runs, without their cases. */
export const runsQuery = queryOptions({
  queryKey: runsKey,
  queryFn: ({ signal }) =>
    unwrap(api.GET("/api/evaluations/runs", { params: { query: { limit: MOST_RUNS } }, signal })),
  refetchInterval: ({ state }) =>
    state.data?.items.some(({ status }) => status === "running") ? WHILE_RUNNING_MS : false,
});

/** One run with the verdict on every case. */
export const runQuery = (id: string) =>
  queryOptions({
    queryKey: runKey(id),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/evaluations/runs/{run_id}", { params: { path: { run_id: id } }, signal }),
      ),
    structuralSharing: (known, told) => keepCases(known as Run | undefined, told as Run),
  });
