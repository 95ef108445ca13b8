import { queryOptions } from "@tanstack/react-query";

import type { Answered } from "@/api/answered";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

export type Notice = Answered<components["schemas"]["OpenRouterNotice"]>;

/** What the OpenRouter gate would send, where to, and whether a person has agreed to it. */
export const noticeQuery = queryOptions({
  queryKey: ["clarify", "openrouter"],
  queryFn: ({ signal }): Promise<Notice> => unwrap(api.GET("/api/clarify/openrouter", { signal })),
});
