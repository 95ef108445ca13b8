import { vi } from "vitest";

type Answer = { status?: number; body: unknown } | ((request: Request) => unknown);

/**
 * Let `fetch` answer from a table (`"GET /api/documents": …`); query strings are ignored in keys.
 * Returns the requests made. A call that is not in the table fails the test.
 */
export function stubApi(answers: Record<string, Answer>): Request[] {
  const made: Request[] = [];
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    const request =
      typeof input === "string" ? new Request(new URL(input, "http://localhost"), init) : input;
    made.push(request);
    const key = `${request.method} ${new URL(request.url).pathname}`;
    const answer = answers[key];
    if (answer === undefined) throw new Error(`No answer is prepared for ${key}`);
    const given = typeof answer === "function" ? { body: await answer(request) } : answer;
    return new Response(JSON.stringify(given.body), {
      status: "status" in given ? (given.status ?? 200) : 200,
      headers: { "Content-Type": "application/json" },
    });
  });
  return made;
}
