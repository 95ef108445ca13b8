import { Tooltip } from "@mantine/core";

import type { StudioDocument } from "@/api/types";

import { formatCount } from "@/lib/numbers";
import classes from "./StageBar.module.css";
import { describeStages } from "@/lib/stages";

/** "embedding, 120 of 480 chunks" */
export function describeProgress({ status, stage, progress }: StudioDocument): string {
  if (status === "queued") return "waiting for a worker";
  if (!stage) return status;
  if (!progress.total) return stage;
  return `${stage}, ${formatCount(progress.done)} of ${formatCount(progress.total)} ${progress.unit}`;
}

/** Four segments, one a stage; the running one fills as its work is done. */
export function StageBar({ document }: { document: StudioDocument }) {
  const described = describeStages(document);
  const done = described.reduce((sum, { share }) => sum + share, 0);
  const says = describeProgress(document);
  return (
    <Tooltip label={says}>
      <div
        className={classes.bar}
        role="progressbar"
        aria-label={`Stages of ${document.filename}`}
        aria-valuemin={0}
        aria-valuemax={4}
        aria-valuenow={Number(done.toFixed(2))}
        aria-valuetext={says}
      >
        {described.map(({ name, state, share }) => (
          <span key={name} className={classes.segment} data-state={state}>
            <span className={classes.fill} style={{ transform: `scaleX(${share})` }} />
          </span>
        ))}
      </div>
    </Tooltip>
  );
}
