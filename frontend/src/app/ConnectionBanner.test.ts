import { expect, it } from "vitest";

import { unreachable } from "@/api/errors";
import type { Health } from "@/api/types";

import { describeTrouble } from "./ConnectionBanner";

const well = { ready: true, detail: "" };
const health = (engine: typeof well): Health => ({
  status: "ok",
  ready: engine.ready,
  checks: { mongodb: well, search_engine: engine, embedder: well, reranker: well },
});

it("says nothing while all is well", () => {
  expect(describeTrouble(true, health(well), null)).toBeNull();
  expect(describeTrouble(true, undefined, null)).toBeNull();
});

it("says that the API is away, whatever was known before", () => {
  expect(describeTrouble(false, health(well), unreachable())).toMatch(
    /^The studio is not responding/,
  );
});

it("names the part that is not ready", () => {
  expect(describeTrouble(true, health({ ready: false, detail: "12 of 40 chunks." }), null)).toBe(
    "Not ready yet. Search engine: 12 of 40 chunks.",
  );
});
