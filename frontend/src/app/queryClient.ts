import { QueryClient } from "@tanstack/react-query";

import { ApiError } from "@/api/errors";

/** An answer the API gave on purpose is final; only an API that is away is asked again. */
export function shouldRetry(failureCount: number, error: unknown): boolean {
  return error instanceof ApiError && error.isUnreachable && failureCount < 2;
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 10_000, retry: shouldRetry, refetchOnWindowFocus: false },
      mutations: { retry: false },
    },
  });
}
