import { describe, expect, it, vi } from "vitest";

import { readServerEvents, ServerEventParser } from "./serverEvents";
import { keepToken } from "./session";
import { reconnectDelay } from "./useServerEvents";

describe("ServerEventParser", () => {
  it("joins data lines, names events, keeps ids, ignores comments", () => {
    const parser = new ServerEventParser();
    expect(
      parser.push(': hello\n\nid: 7\nevent: document\ndata: {"a":\ndata: 1}\n\ndata: bare\n\n'),
    ).toEqual([
      { event: "document", data: '{"a":\n1}', id: "7" },
      { event: "message", data: "bare", id: "7" },
    ]);
  });

  it("does not care where the network cuts the stream", () => {
    const stream = 'event: deleted\r\ndata: {"id": "x"}\r\n\r\nevent: tick\r\ndata: 2\r\n\r\n';
    const whole = new ServerEventParser().push(stream);
    for (let cut = 1; cut < stream.length; cut++) {
      const parser = new ServerEventParser();
      expect([...parser.push(stream.slice(0, cut)), ...parser.push(stream.slice(cut))]).toEqual(
        whole,
      );
    }
    expect(whole).toHaveLength(2);
  });
});

describe("readServerEvents", () => {
  it("sends the token and reads until the stream ends", async () => {
    keepToken("secret");
    const fetch = vi.fn(() => Promise.resolve(new Response("data: one\n\ndata: two\n\n")));
    vi.stubGlobal("fetch", fetch);
    const heard: string[] = [];
    await readServerEvents("/api/events", (event) => heard.push(event.data), {
      signal: new AbortController().signal,
    });
    expect(heard).toEqual(["one", "two"]);
    expect(fetch).toHaveBeenCalledWith(
      "/api/events",
      expect.objectContaining({
        headers: expect.objectContaining({ Authorization: "Bearer secret" }) as object,
      }),
    );
    sessionStorage.clear();
  });

  it("throws what the API says when it refuses", async () => {
    const body = {
      error: { code: "document_not_found", message: "No document.", hint: "List them." },
    };
    vi.stubGlobal("fetch", () =>
      Promise.resolve(new Response(JSON.stringify(body), { status: 404 })),
    );
    await expect(
      readServerEvents("/api/x", () => {}, { signal: new AbortController().signal }),
    ).rejects.toMatchObject({ code: "document_not_found", hint: "List them.", status: 404 });
  });
});

it("waits longer with each failed attempt, up to eight seconds", () => {
  expect([0, 1, 2, 10].map(reconnectDelay)).toEqual([500, 1000, 2000, 8000]);
});
