import type { StudioDocument } from "@/api/types";
import { formatCount } from "@/lib/numbers";
import { describeStages, type StageState } from "@/lib/stages";
import { readInstant } from "@/lib/time";

export interface TimelineEntry extends StageState {
  /** Milliseconds; null where the stage has not begun. */
  duration: number | null;
  /** Start and length as shares (0 to 1) of the time from first start to last end. */
  from: number;
  length: number;
  produced: string;
}

const UNNAMED = new Set(["strategy", "parser", "format"]);

/** `{chunks: 8, strategy: "rows"}` as "8 chunks · strategy rows". */
export function describeDetail(detail: Record<string, unknown>): string {
  return Object.entries(detail)
    .map(([key, value]) => {
      const name = key.replaceAll("_", " ");
      if (value === 1) return `1 ${name.replace(/s$/, "")}`;
      if (typeof value === "number") return `${formatCount(value)} ${name}`;
      if (typeof value === "string" && UNNAMED.has(key)) return `${name} ${value}`;
      if (typeof value === "string" || typeof value === "boolean") return `${name}: ${value}`;
      return null;
    })
    .filter((part) => part !== null)
    .join(" · ");
}

/** Each stage with when it ran, how long, and what it produced. `now` ends a stage that runs. */
export function layTimeline(document: StudioDocument, now: number): TimelineEntry[] {
  const described = describeStages(document);
  const times = described.map(({ run, state }) => {
    if (!run) return null;
    const start = readInstant(run.started_at).getTime();
    const end = run.finished_at
      ? readInstant(run.finished_at).getTime()
      : state === "running"
        ? Math.max(start, now)
        : start;
    return { start, end };
  });
  const known = times.filter((time) => time !== null);
  const first = Math.min(...known.map(({ start }) => start));
  const whole = Math.max(1, Math.max(...known.map(({ end }) => end)) - first);
  return described.map((stage, i) => {
    const time = times[i];
    return {
      ...stage,
      duration: time ? time.end - time.start : null,
      from: time ? (time.start - first) / whole : 0,
      length: time ? (time.end - time.start) / whole : 0,
      produced: describeDetail(stage.run?.detail ?? {}),
    };
  });
}
