import { expect, it } from "vitest";

import { makeDocument } from "@/testing/records";

import { findEdit } from "./sourceEdit";

const source = { ...makeDocument().source, owner: "People", effective_date: "2026-01-01" };

it("sends only what was changed, and null for what was emptied", () => {
  const draft = { ...source, owner: " ", record_id: " HR-7 ", status: "superseded" as const };
  expect(findEdit(source, draft)).toEqual({ owner: null, record_id: "HR-7", status: "superseded" });
});

it("sends nothing if nothing was changed", () => {
  expect(findEdit(source, { ...source, record_id: "", owner: "People " })).toBeNull();
});
