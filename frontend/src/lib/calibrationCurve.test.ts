import { describe, expect, it } from "vitest";

import type { CurvePoint } from "./calibrationQuery";
import { describeCosts, findPoint, nameThreshold, spread } from "./calibrationCurve";

const point = (threshold: number, fields: Partial<CurvePoint> = {}): CurvePoint => ({
  threshold,
  rightly_answered: 39,
  wrongly_answered: 11,
  wrongly_refused: 4,
  rightly_refused: 35,
  correct: 30,
  precision: 0.78,
  recall: 0.907,
  f_measure: 0.839,
  refusal_precision: 0.897,
  refusal_recall: 0.761,
  refusal_f_measure: 0.824,
  accuracy: 0.831,
  balanced_accuracy: 0.834,
  refusal_precision_interval: [0.8, 0.97],
  refusal_recall_interval: [0.63, 0.88],
  refusal_f_measure_interval: [0.73, 0.9],
  ...fields,
});

describe("spread", () => {
  it("is the logit, cut off at both ends", () => {
    expect(spread(0.5)).toBe(0);
    expect(spread(0.1)).toBeCloseTo(-2.1972, 4);
    expect([spread(0), spread(1), spread(1e-9)]).toEqual([-10, 10, -10]);
  });

  it("is undone by the axis labels", () => {
    expect([0.021, 0.5, 0.98, 0.9975, 0, 1].map((value) => nameThreshold(spread(value)))).toEqual([
      "0.021",
      "0.5",
      "0.98",
      "0.998",
      "0",
      "1",
    ]);
  });
});

describe("findPoint", () => {
  const curve = [point(0), point(0.02), point(0.4), point(1)];

  it("takes the last point at or below the threshold", () => {
    expect(findPoint(curve, 0.02)?.threshold).toBe(0.02);
    expect(findPoint(curve, 0.39)?.threshold).toBe(0.02);
    expect(findPoint(curve, null)).toBeUndefined();
  });
});

it("says what a threshold gains and costs, in questions", () => {
  expect(describeCosts(point(0.021))).toEqual({
    gains: "Of 46 that they do not answer, 35 are refused and 11 answered all the same.",
    costs: "Of 43 questions that the documents answer, 39 are answered and 4 refused.",
  });
});
