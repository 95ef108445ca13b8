import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import type { TracedStage } from "@/api/types";
import { calibrationQuery } from "@/lib/calibrationQuery";
import { describeCosts, findPoint, nameThreshold, spread } from "@/lib/calibrationCurve";
import { formatScore, plural } from "@/lib/numbers";
import { useDraft } from "@/lib/useDraft";
import { useDocumentColor } from "@/lib/useScheme";

import classes from "./ThresholdRuler.module.css";

interface Props {
  reranked: TracedStage["candidates"];
  /** The threshold in force; null where the evidence model decides. */
  threshold: number | null;
  /** Whether the address sets it. */
  chosen: boolean;
  limit: number;
  onChange: (threshold: number | undefined) => void;
}

const MOST = 10;
const at = (place: number) => `${(50 + (place / MOST) * 50).toFixed(2)}%`;

/**
 * The reranker's scores on a logit scale, and the threshold as a handle: moving it decides again at
 * once over the candidates that are here; letting go asks the studio with it.
 */
export function ThresholdRuler({ reranked, threshold, chosen, limit, onChange }: Props) {
  const colorOf = useDocumentColor();
  const [place, setPlace] = useDraft<number | null>(threshold === null ? null : spread(threshold));
  const { data: calibration } = useQuery(calibrationQuery);
  const tried = place === null ? null : Number(nameThreshold(place));
  const moved = tried !== null && (threshold === null || place !== spread(threshold));
  const reaching = reranked.filter(({ score }) => tried === null || (score ?? 0) >= tried).length;
  const cost = tried === null ? undefined : findPoint(calibration?.report?.curve ?? [], tried);
  const commit = () => moved && tried !== null && onChange(tried);
  return (
    <Stack gap={2}>
      <Group justify="space-between" gap="xs">
        <Text fz="xs" fw={600}>
          {tried === null
            ? "No threshold: the evidence model decides"
            : `Threshold ${formatScore(tried)}`}
        </Text>
        {chosen && (
          <Button variant="subtle" size="compact-xs" onClick={() => onChange(undefined)}>
            Default
          </Button>
        )}
      </Group>
      <div className={classes.ruler}>
        <svg width="100%" height={34} aria-hidden className={classes.scale}>
          <line x1="0" x2="100%" y1={14} y2={14} className={classes.line} />
          {[-10, -5, 0, 5, 10].map((tick) => (
            <text
              key={tick}
              x={at(tick)}
              y={32}
              textAnchor={tick === -10 ? "start" : tick === 10 ? "end" : "middle"}
            >
              {nameThreshold(tick)}
            </text>
          ))}
          {[...reranked].reverse().map(({ id, document_id, score }) => {
            const above = tried === null || (score ?? 0) >= tried;
            return (
              <rect
                key={id}
                x={at(spread(score ?? 0))}
                y={above ? 5 : 9}
                width={2.5}
                height={above ? 18 : 10}
                fill={colorOf(document_id)}
              />
            );
          })}
        </svg>
        <input
          type="range"
          className={classes.handle}
          data-parked={place === null || undefined}
          aria-label="Threshold on the reranker's score"
          aria-valuetext={tried === null ? "none" : formatScore(tried)}
          min={-MOST}
          max={MOST}
          step={0.1}
          value={place ?? -MOST}
          onChange={(event) => setPlace(Number(event.currentTarget.value))}
          onPointerUp={commit}
          onKeyUp={commit}
          onBlur={commit}
        />
      </div>
      <Text fz="xs" className="tabular" aria-live="polite">
        {plural(reaching, "passage")} of {reranked.length} {reaching === 1 ? "reaches" : "reach"} it
        {tried !== null &&
          (reaching === 0
            ? ": no evidence"
            : `: ${plural(Math.min(reaching, limit), "passage")} returned`)}
        .
      </Text>
      {cost && (
        <Text fz="xs" c="dimmed" className="tabular">
          In the last calibration: {describeCosts(cost).costs} {describeCosts(cost).gains}
        </Text>
      )}
      {!calibration?.report && (
        <Text fz="xs" c="dimmed">
          Drag the handle to try a threshold. A calibration (Evaluation) shows what it would cost.
        </Text>
      )}
    </Stack>
  );
}
