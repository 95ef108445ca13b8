import { queryOptions } from "@tanstack/react-query";

import type { Answered } from "@/api/answered";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

type Schemas = components["schemas"];

export type CalibrationState = Answered<Schemas["CalibrationState"]>;
export type Report = NonNullable<CalibrationState["report"]>;
export type CurvePoint = Report["curve"][number];

const WHILE_RUNNING_MS = 1000;

/** What is measured and what is in force for the reranker that is loaded. */
export const calibrationQuery = queryOptions({
  queryKey: ["calibration"],
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET("/api/calibration", { signal }))) as CalibrationState,
  refetchInterval: ({ state }) => (state.data?.progress.running ? WHILE_RUNNING_MS : false),
  staleTime: 0,
});
