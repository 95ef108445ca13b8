import { noteAnswer } from "./client";
import { readError } from "./errors";
import { authorization } from "./session";

export interface ServerEvent {
  event: string;
  data: string;
  id: string | null;
}

/**
 * Cuts a stream of text into server-sent events (WHATWG HTML, "Interpreting an event stream").
 * Feed it pieces as they arrive; each call returns the events that became complete.
 */
export class ServerEventParser {
  private buffer = "";
  private event = "";
  private data: string[] = [];
  private id: string | null = null;

  push(piece: string): ServerEvent[] {
    this.buffer += piece;
    // A carriage return at the very end may be half of a CRLF whose rest is still on its way.
    const held = this.buffer.endsWith("\r") ? "\r" : "";
    const lines = this.buffer.slice(0, this.buffer.length - held.length).split(/\r\n|\n|\r/);
    this.buffer = (lines.pop() ?? "") + held;
    const events: ServerEvent[] = [];
    for (const line of lines) {
      const event = this.readLine(line);
      if (event) events.push(event);
    }
    return events;
  }

  private readLine(line: string): ServerEvent | null {
    if (line === "") return this.dispatch();
    if (line.startsWith(":")) return null;
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.event = value;
    if (field === "data") this.data.push(value);
    if (field === "id") this.id = value;
    return null;
  }

  private dispatch(): ServerEvent | null {
    const complete = this.data.length
      ? { event: this.event || "message", data: this.data.join("\n"), id: this.id }
      : null;
    this.event = "";
    this.data = [];
    return complete;
  }
}

/** Read one connection to its end. Throws `ApiError` if the server refuses it. */
export async function readServerEvents(
  path: string,
  onEvent: (event: ServerEvent) => void,
  options: {
    signal: AbortSignal;
    lastEventId?: string | null;
    onOpen?: () => void;
    /** Sent as JSON, by POST. */
    body?: unknown;
  },
): Promise<void> {
  const headers: Record<string, string> = { Accept: "text/event-stream", ...authorization() };
  if (options.lastEventId) headers["Last-Event-ID"] = options.lastEventId;
  if (options.body !== undefined) headers["Content-Type"] = "application/json";
  const response = await fetch(path, {
    headers,
    signal: options.signal,
    cache: "no-store",
    ...(options.body !== undefined && { method: "POST", body: JSON.stringify(options.body) }),
  });
  noteAnswer(response.status);
  if (!response.ok || !response.body) {
    throw readError(await response.json().catch(() => null), response.status);
  }
  options.onOpen?.();
  const parser = new ServerEventParser();
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    for (const event of parser.push(decoder.decode(value, { stream: true }))) onEvent(event);
  }
}
