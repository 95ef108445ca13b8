import { readError, unreachable } from "./errors";
import { noteAnswer } from "./client";
import { apiReachable, authorization } from "./session";

/** Ask the server to take in the sample documents it carries. */
export async function loadSamples(): Promise<void> {
  const answer = await fetch("/api/samples", { method: "POST", headers: authorization() }).catch(
    () => {
      apiReachable.set(false);
      throw unreachable();
    },
  );
  noteAnswer(answer.status);
  if (!answer.ok) throw readError(await answer.json().catch(() => null), answer.status);
}
