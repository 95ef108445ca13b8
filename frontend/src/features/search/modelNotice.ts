import { queryOptions } from "@tanstack/react-query";

import type { Answered } from "@/api/answered";
import { api, unwrap } from "@/api/client";
import type { components } from "@/api/schema";

export type Notice = Answered<components["schemas"]["ModelNotice"]>;

/** What the language model would be sent, where to, and whether a person has agreed to it. */
export const noticeQuery = queryOptions({
  queryKey: ["model"],
  queryFn: ({ signal }): Promise<Notice> => unwrap(api.GET("/api/model", { signal })),
});
