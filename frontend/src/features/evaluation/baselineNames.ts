import { queryOptions } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

export type NamedBaseline = components["schemas"]["Baseline"];

const NOT_IN_A_NAME = /[^a-z0-9]+/g;

/** The baselines the server keeps, for everyone and for `ragstudio evaluate --baseline`. */
export const namedBaselinesQuery = queryOptions({
  queryKey: ["evaluations", "baselines"],
  queryFn: ({ signal }) => unwrap(api.GET("/api/evaluations/baselines", { signal })),
});

/** `Before hybrid 2` → `before-hybrid-2`, as the server spells names; "" where nothing is left. */
export function spellBaselineName(typed: string): string {
  return typed.toLowerCase().replace(NOT_IN_A_NAME, "-").replace(/^-|-$/g, "");
}

/** The names a run bears, in order. */
export function listNames(baselines: readonly NamedBaseline[], runId: string): string[] {
  return baselines.filter(({ run_id }) => run_id === runId).map(({ name }) => name);
}
