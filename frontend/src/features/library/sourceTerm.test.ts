import { expect, it } from "vitest";

import { makeDocument } from "@/testing/records";

import { describeTerm } from "./sourceTerm";

const START = "2024-01-01";
const END = "2026-01-01";
const { source } = makeDocument();

it.each([
  ["current", null, null, ""],
  ["current", START, null, "from 2024-01-01"],
  ["current", START, END, "from 2024-01-01 until 2026-01-01"],
  ["draft", START, null, "from 2024-01-01"],
  ["superseded", START, END, "in force 2024-01-01 to 2026-01-01"],
  ["superseded", null, END, "in force until 2026-01-01"],
  ["superseded", START, null, "in force from 2024-01-01"],
] as const)("says of a %s source from %s to %s: %s", (status, effective, superseded, said) => {
  const term = describeTerm({
    ...source,
    status,
    effective_date: effective,
    superseded_date: superseded,
  });
  expect(term.join(" ")).toBe(said);
});
