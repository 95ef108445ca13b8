import { expect, it } from "vitest";

import { makeDocument } from "@/testing/records";

import { describeMissing, readGroups } from "./suiteGroups";

const documents = [
  makeDocument({ group: "policies" }),
  makeDocument({ group: "policies", status: "failed" }),
  makeDocument({ group: "noise" }),
];

it("counts what is searchable in each needed group", () => {
  expect(readGroups(["policies", "reference"], documents)).toEqual([
    { group: "policies", ready: 1, documents: 2 },
    { group: "reference", ready: 0, documents: 0 },
  ]);
});

it("says what is missing, and nothing if all is there", () => {
  expect(describeMissing(readGroups(["policies", "reference"], documents))).toBe(
    "Not loaded: reference. Not all ready: policies (1 of 2). Cases that need them will fail.",
  );
  expect(describeMissing(readGroups(["noise"], documents))).toBeNull();
});
