import type { CurvePoint } from "./calibrationQuery";

const MOST = 10;

/** Scores crowd at 0 and at 1; their logits, cut off at ±10, spread them out. */
export function spread(threshold: number): number {
  if (threshold <= 0) return -MOST;
  if (threshold >= 1) return MOST;
  return Math.max(-MOST, Math.min(MOST, Math.log(threshold / (1 - threshold))));
}

/** The threshold at a place of the axis, with as many digits as it needs. */
export function nameThreshold(place: number): string {
  if (place <= -MOST) return "0";
  if (place >= MOST) return "1";
  const threshold = 1 / (1 + Math.exp(-place));
  if (threshold <= 0.5) return String(Number(threshold.toPrecision(2)));
  // Next to 1 the digits that tell are those of the distance from it.
  return threshold.toFixed(Math.max(2, Math.ceil(-Math.log10(1 - threshold))));
}

/** The point of the curve at a threshold: the last that is not above it. */
export function findPoint(
  curve: readonly CurvePoint[],
  threshold: number | null,
): CurvePoint | undefined {
  if (threshold === null) return undefined;
  return curve.findLast((point) => (point.threshold ?? 0) <= threshold + 1e-12);
}

/** What a threshold does to the labelled questions, in a sentence each. */
export function describeCosts(point: CurvePoint): { gains: string; costs: string } {
  const answerable = point.rightly_answered + point.wrongly_refused;
  const others = point.wrongly_answered + point.rightly_refused;
  return {
    gains:
      `Of ${others} that they do not answer, ${point.rightly_refused} are refused and ` +
      `${point.wrongly_answered} answered all the same.`,
    costs:
      `Of ${answerable} questions that the documents answer, ${point.rightly_answered} are ` +
      `answered and ${point.wrongly_refused} refused.`,
  };
}
