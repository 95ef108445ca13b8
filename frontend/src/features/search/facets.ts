import { queryOptions } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";

/** How many searchable passages each value of a filter has. */
export interface Facets {
  groups: Record<string, number>;
  source_status: Record<string, number>;
  block_types: Record<string, number>;
  sections: Record<string, number>;
}

/** Counts beside the choices; null where the server does not count them. */
export const facetsQuery = queryOptions({
  queryKey: ["search-facets"],
  queryFn: async ({ signal }): Promise<Facets | null> => {
    try {
      return await unwrap(api.GET("/api/search/facets", { signal }));
    } catch (error) {
      if (error instanceof ApiError && [404, 405].includes(error.status)) return null;
      throw error;
    }
  },
  staleTime: 0,
});
