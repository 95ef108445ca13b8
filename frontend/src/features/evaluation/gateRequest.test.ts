import { expect, it } from "vitest";

import { buildGate, type GateDraft } from "./gateRequest";

const draft = (fields: Partial<GateDraft> = {}): GateDraft => ({
  minimumPassed: {},
  minimumNdcg: "",
  againstBaseline: false,
  maximumLost: 0,
  ...fields,
});

it("asks for what is filled in, in the form of a gate file", () => {
  const asked = draft({
    minimumPassed: { hybrid: 18, vector: "" },
    minimumNdcg: 0.9,
    againstBaseline: true,
    maximumLost: 1,
  });
  expect(buildGate(asked, 6, "run-1")).toEqual({
    minimum_passed: { hybrid: 18 },
    minimum_figures: { hybrid: { "ndcg@6": 0.9 } },
    baseline: "run-1",
    maximum_lost: 1,
  });
});

it("is no gate where nothing is asked", () => {
  expect(buildGate(draft(), 6, "run-1")).toBeNull();
  expect(buildGate(draft({ againstBaseline: true }), 6, undefined)).toBeNull();
});
