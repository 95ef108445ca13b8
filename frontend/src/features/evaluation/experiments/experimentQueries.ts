import { queryOptions } from "@tanstack/react-query";

import type { Answered } from "@/api/answered";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

type Schemas = components["schemas"];

export type ExperimentFile = Answered<Schemas["ExperimentFile"]>;
export type Experiment = ExperimentFile["experiments"][number];
export type ExperimentRun = Answered<Schemas["ExperimentRun"]>;
export type ExperimentOutcome = ExperimentRun["outcomes"][number];
export type ArmOutcome = ExperimentOutcome["control"];

const MOST_RUNS = 20;

export const experimentRunsKey = ["experiments", "runs"] as const;
export const experimentRunKey = (id: string) => ["experiments", "run", id] as const;

/** Every experiment: its problem, its two arms and what would count as solved. */
export const experimentsQuery = queryOptions({
  queryKey: ["experiments", "file"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/experiments", { signal })),
});

/** The newest runs. */
export const experimentRunsQuery = queryOptions({
  queryKey: experimentRunsKey,
  queryFn: ({ signal }) =>
    unwrap(api.GET("/api/experiments/runs", { params: { query: { limit: MOST_RUNS } }, signal })),
});

/** One run with what every experiment found so far. */
export const experimentRunQuery = (id: string) =>
  queryOptions({
    queryKey: experimentRunKey(id),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/api/experiments/runs/{run_id}", { params: { path: { run_id: id } }, signal }),
      ),
  });
