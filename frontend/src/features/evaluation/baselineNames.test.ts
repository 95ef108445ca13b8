import { expect, test } from "vitest";

import { listNames, spellBaselineName } from "./baselineNames";

test("a name is spelt as the server takes it", () => {
  expect(["Before hybrid 2", " -Main_ ", "?!", "main"].map(spellBaselineName)).toEqual([
    "before-hybrid-2",
    "main",
    "",
    "main",
  ]);
});

test("only the names of the run are listed", () => {
  const set_at = "2026-08-01T00:00:00Z";
  const baselines = [
    { name: "main", run_id: "a", set_at },
    { name: "old", run_id: "b", set_at },
    { name: "release", run_id: "a", set_at },
  ];
  expect(listNames(baselines, "a")).toEqual(["main", "release"]);
});
