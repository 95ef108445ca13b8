import { useEffect, useEffectEvent, useState } from "react";

import { asApiError, type ApiError } from "./errors";
import { readServerEvents, type ServerEvent } from "./serverEvents";

export interface ServerEventsState {
  /** `true` while a connection is open. */
  connected: boolean;
  /** Why the server refused the stream for good; null while it is (re)connecting or open. */
  refused: ApiError | null;
}

interface Options {
  /** Called on every (re)connection: whatever was missed must be fetched again. */
  onOpen?: () => void;
  /** Say `true` for a stream that ends by itself when there is nothing more to tell. */
  ends?: boolean;
}

const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8000;

/** Waits between attempts: doubling, and never longer than eight seconds. */
export function reconnectDelay(attempt: number): number {
  return Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Follow a server-sent event stream for as long as the component lives; `path` null follows none.
 * Fetch-based, so that the API token travels as a header. Reconnects by itself.
 */
export function useServerEvents(
  path: string | null,
  onEvent: (event: ServerEvent) => void,
  options: Options = {},
): ServerEventsState {
  const [state, setState] = useState<ServerEventsState>({ connected: false, refused: null });
  const handleEvent = useEffectEvent(onEvent);
  const handleOpen = useEffectEvent(() => {
    setState({ connected: true, refused: null });
    options.onOpen?.();
  });
  const ends = options.ends ?? false;

  useEffect(() => {
    if (path === null) return;
    const controller = new AbortController();
    const { signal } = controller;
    const follow = async () => {
      let attempt = 0;
      let lastEventId: string | null = null;
      while (!signal.aborted) {
        try {
          await readServerEvents(
            path,
            (event) => {
              lastEventId = event.id ?? lastEventId;
              handleEvent(event);
            },
            {
              signal,
              lastEventId,
              onOpen: () => {
                attempt = 0;
                handleOpen();
              },
            },
          );
          if (ends) break;
        } catch (error) {
          if (signal.aborted) return;
          const reason = asApiError(error);
          if (reason.status >= 400 && reason.status < 500 && reason.status !== 401) {
            setState({ connected: false, refused: reason });
            return;
          }
        }
        if (signal.aborted) return;
        setState({ connected: false, refused: null });
        await pause(reconnectDelay(attempt++), signal);
      }
      setState({ connected: false, refused: null });
    };
    void follow();
    return () => controller.abort();
  }, [path, ends]);

  return state;
}
