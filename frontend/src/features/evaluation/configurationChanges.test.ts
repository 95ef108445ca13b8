import { expect, it } from "vitest";

import { makeRun } from "@/testing/evaluationRuns";

import { compareConfigurations } from "./configurationChanges";

const { configuration } = makeRun("r", []);

it("names what was set differently, at any depth", () => {
  const before = { ...configuration, studio: { reranker: { name: "offline" }, candidates: 30 } };
  const now = { ...configuration, candidates: 50, studio: { reranker: null, candidates: 20 } };
  expect(compareConfigurations(now, before)).toEqual([
    { name: "candidates", before: "default", now: "50" },
    { name: "studio.reranker.name", before: '"offline"', now: "default" },
    { name: "studio.candidates", before: "30", now: "20" },
  ]);
  expect(compareConfigurations(now, now)).toEqual([]);
});
