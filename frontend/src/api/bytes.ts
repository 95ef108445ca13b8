import { noteAnswer } from "./client";
import { readError, unreachable } from "./errors";
import { apiReachable, authorization } from "./session";

/** Fetch bytes with the session's token. Throws `ApiError`. */
export async function fetchBytes(path: string, signal?: AbortSignal): Promise<Blob> {
  return (await fetchAnswer(path, signal)).blob();
}

/** GET whatever is no JSON, with the session's token. Throws `ApiError`. */
export async function fetchAnswer(path: string, signal?: AbortSignal): Promise<Response> {
  const answer = await fetch(path, { headers: authorization(), signal }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    apiReachable.set(false);
    throw unreachable();
  });
  noteAnswer(answer.status);
  if (!answer.ok) throw readError(await answer.json().catch(() => null), answer.status);
  return answer;
}
