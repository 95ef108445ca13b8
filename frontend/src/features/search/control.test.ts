import { expect, it } from "vitest";

import { type Controlling, describeStanding, describeVersion } from "./control";

const version = (id: string, fields: object = {}) => ({
  document_id: id,
  filename: `${id}.md`,
  record_id: null,
  section: null,
  effective_date: null,
  superseded_date: null,
  ...fields,
});

const controlling = (fields: Partial<Controlling> = {}): Controlling => ({
  source: version("new"),
  over: [version("old")],
  ground: "replaces",
  reason: "It took effect on 2026-01-01 and replaces old.md.",
  ...fields,
});

it("says what a document is to the source that controls", () => {
  expect(describeStanding(controlling(), "new")).toBe("controls");
  expect(describeStanding(controlling(), "old")).toBe("replaced by new.md");
  expect(describeStanding(controlling(), "other")).toBeNull();
  expect(describeStanding(null, "new")).toBeNull();
});

it("keeps an amendment to its section", () => {
  const amendment = controlling({
    ground: "amends",
    source: version("amendment", { section: "Amendment > Section 4" }),
    over: [version("policy", { section: "section 4" })],
  });
  expect(describeStanding(amendment, "amendment")).toBe("controls");
  expect(describeStanding(amendment, "policy")).toBe("amended in section 4 by amendment.md");
});

it("writes what is known of a version and nothing else", () => {
  expect(describeVersion(version("bare"))).toBe("");
  expect(
    describeVersion(
      version("old", {
        record_id: "HR-201",
        effective_date: "2025-01-01",
        superseded_date: "2026-01-01",
      }),
    ),
  ).toBe("HR-201, in force from 2025-01-01 until 2026-01-01");
});
