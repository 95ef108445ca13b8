import createClient, { type Middleware } from "openapi-fetch";

import type { Answered } from "./answered";
import { ApiError, readError, unreachable } from "./errors";
import type { paths } from "./schema";
import { apiReachable, authorization, tokenWanted } from "./session";

const session: Middleware = {
  onRequest({ request }) {
    for (const [name, value] of Object.entries(authorization())) request.headers.set(name, value);
    return request;
  },
  onResponse({ response }) {
    noteAnswer(response.status);
  },
  onError({ error }) {
    if (error instanceof DOMException && error.name === "AbortError") return error;
    apiReachable.set(false);
    return unreachable();
  },
};

/** What an HTTP status says about the session: token missing, API away, or all well. */
export function noteAnswer(status: number): void {
  if (status === 401) tokenWanted.set(true);
  if (status === 502 || status === 504) apiReachable.set(false);
}

/** The typed client. Paths are the OpenAPI document's own (`/api/documents`, …). */
export const api = createClient<paths>({
  baseUrl: typeof window === "undefined" ? "" : window.location.origin,
  // Looked up at call time, so that tests can stub it.
  fetch: (request: Request) => globalThis.fetch(request),
});
api.use(session);

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** Await a client call; return its data or throw an `ApiError`. */
export async function unwrap<Data>(call: Promise<Answer<Data>>): Promise<Answered<Data>> {
  const { data, error, response } = await call;
  if (!response.ok) throw error instanceof ApiError ? error : readError(error, response.status);
  return data as Answered<Data>;
}
