import { useInterval } from "@mantine/hooks";
import { useEffect, useState } from "react";

import type { StudioDocument } from "@/api/types";
import { Explained } from "@/components/Explained";
import { describeProgress } from "@/components/StageBar";
import { stages } from "@/lib/stages";
import { formatDuration } from "@/lib/time";

import classes from "./StageTimeline.module.css";
import { layTimeline } from "./timeline";

/** The stages on one time axis: when, how long, and what each produced. */
export function StageTimeline({ document }: { document: StudioDocument }) {
  const [now, setNow] = useState(() => Date.now());
  const running = document.status === "processing";
  const clock = useInterval(() => setNow(Date.now()), 250);
  useEffect(() => {
    if (running) clock.start();
    else clock.stop();
    return clock.stop;
  }, [running, clock]);

  const entries = layTimeline(document, now);
  const whole = entries.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  return (
    <div>
      <ol className={classes.timeline}>
        {entries.map(({ name, state, duration, from, length, produced }, i) => (
          <li key={name} className={classes.row}>
            <Explained
              title={name}
              explanation={stages[i]?.explanation}
              topic={stages[i]?.topic ?? "lifecycle"}
            >
              {name}
            </Explained>
            <span className={classes.track} aria-hidden>
              {duration !== null && (
                <span
                  className={classes.span}
                  data-state={state}
                  style={{ left: `${from * 100}%`, width: `max(2px, ${length * 100}%)` }}
                />
              )}
            </span>
            <span className={`${classes.duration} tabular`}>
              {duration === null ? "–" : formatDuration(duration)}
            </span>
            <span className={`${classes.produced} tabular anyname`}>
              {state === "running"
                ? describeProgress(document)
                : state === "failed"
                  ? "failed"
                  : produced}
            </span>
          </li>
        ))}
      </ol>
      {whole > 0 && !running && (
        <p className={`${classes.total} tabular`}>{formatDuration(whole)} of work in all</p>
      )}
    </div>
  );
}
