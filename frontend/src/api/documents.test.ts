import { expect, it } from "vitest";

import { makeDocument } from "@/testing/records";

import { applyChanges } from "./documents";

const one = makeDocument({ id: "01", updated_at: "2026-11-29T10:00:05Z" });
const two = makeDocument({ id: "02" });
const library = { documents: [two, one], total: 2 };

it("adds new documents in front, newest first", () => {
  const changes = new Map(["03", "04"].map((id) => [id, makeDocument({ id })]));
  const changed = applyChanges(library, changes);
  expect(changed.documents.map(({ id }) => id)).toEqual(["04", "03", "02", "01"]);
  expect(changed.total).toBe(4);
});

it("takes a later state and refuses an earlier one", () => {
  const later = { ...one, status: "failed" as const, updated_at: "2026-11-29T10:00:06Z" };
  const earlier = { ...one, status: "queued" as const, updated_at: "2026-11-29T10:00:01Z" };
  const stateAfter = (state: typeof one) =>
    applyChanges(library, new Map([["01", state]])).documents[1]?.status;
  expect(stateAfter(later)).toBe("failed");
  expect(stateAfter(earlier)).toBe(one.status);
});

it("forgets what was deleted", () => {
  expect(applyChanges(library, new Map([["02", null]]))).toEqual({ documents: [one], total: 1 });
});
