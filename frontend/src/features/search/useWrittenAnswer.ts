import { useCallback, useEffect, useRef, useState } from "react";

import { asApiError } from "@/api/errors";
import { readServerEvents } from "@/api/serverEvents";

import { labRequest } from "./labRequest";
import type { LabSearch } from "./labSearch";

export interface CheckedSentence {
  text: string;
  citations: number[];
  unknown_citations: number[];
  missing_terms: string[];
  support: number | null;
  is_supported: boolean | null;
}

export interface AnswerState {
  status: "idle" | "writing" | "done" | "failed";
  text: string;
  model: string;
  sentences: CheckedSentence[];
  reason: string;
}

const IDLE: AnswerState = { status: "idle", text: "", model: "", sentences: [], reason: "" };

/** An answer that is written when `start` is called; leaving the screen ends the call. */
export function useWrittenAnswer(lab: LabSearch) {
  const [state, setState] = useState(IDLE);
  const call = useRef<AbortController | null>(null);
  useEffect(() => () => call.current?.abort(), []);

  const start = useCallback(async () => {
    call.current?.abort();
    const controller = new AbortController();
    call.current = controller;
    setState({ ...IDLE, status: "writing" });
    const fail = (reason: string) =>
      setState((now) => (now.status === "writing" ? { ...now, status: "failed", reason } : now));
    try {
      await readServerEvents("/api/answers", ({ event, data }) => take(event, data, setState), {
        signal: controller.signal,
        body: labRequest(lab),
      });
      fail("The connection ended before the answer did.");
    } catch (error) {
      if (!controller.signal.aborted) fail(asApiError(error).message);
    }
  }, [lab]);
  return { ...state, start };
}

function take(
  event: string,
  data: string,
  setState: (change: (now: AnswerState) => AnswerState) => void,
): void {
  if (event === "piece") {
    const { text } = JSON.parse(data) as { text: string };
    setState((now) => ({ ...now, text: now.text + text }));
  }
  if (event === "answer") {
    const answer = JSON.parse(data) as Pick<AnswerState, "text" | "model" | "sentences">;
    setState((now) => ({ ...now, ...answer, status: "done" }));
  }
  if (event === "withheld" || event === "failed") {
    const { reason } = JSON.parse(data) as { reason: string };
    setState((now) => ({ ...now, reason, status: "failed" }));
  }
}
