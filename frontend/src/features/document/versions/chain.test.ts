import { describe, expect, it } from "vitest";

import { makeDocument } from "@/testing/records";

import { choosePair, describeRelations } from "./chain";
import type { DocumentVersion } from "./versionQueries";

function version(id: string, fields: Partial<DocumentVersion> = {}): DocumentVersion {
  const { source, created_at, group } = makeDocument();
  return {
    document_id: id,
    filename: `${id}.md`,
    group,
    status: "ready",
    source,
    created_at,
    relation: "version",
    in_force: true,
    replaces: [],
    replaced_by: [],
    amends: [],
    amended_by: [],
    ...fields,
  };
}

const items = [
  version("2025", { replaced_by: ["2026"] }),
  version("2026", { replaces: ["2025"], amended_by: ["amendment"] }),
  version("amendment", {
    relation: "amendment",
    amends: ["2026"],
    source: { ...makeDocument().source, amends: "HR-201", amends_section: "4" },
  }),
];

describe("choosePair", () => {
  it("compares a document with what it replaces or amends, the first with its successor", () => {
    expect(choosePair(items, "2026", {})).toEqual({ before: "2025", after: "2026" });
    expect(choosePair(items, "amendment", {})).toEqual({ before: "2026", after: "amendment" });
    expect(choosePair(items, "2025", {})).toEqual({ before: "2025", after: "2026" });
  });

  it("goes by the address where that names documents of the chain", () => {
    expect(choosePair(items, "2026", { before: "2026", after: "2025" })).toEqual({
      before: "2026",
      after: "2025",
    });
    expect(choosePair(items, "amendment", { before: "2025" })).toEqual({
      before: "2025",
      after: "amendment",
    });
    expect(choosePair(items, "2026", { before: "elsewhere" })).toEqual({
      before: "2025",
      after: "2026",
    });
  });

  it("has nothing to compare in a chain of one", () => {
    expect(choosePair([version("2025")], "2025", {})).toBeNull();
    expect(choosePair([version("2025")], "2025", { before: "2025" })).toBeNull();
  });

  it("never compares a document with itself", () => {
    expect(choosePair(items, "2026", { before: "2026", after: "2026" })).toEqual({
      before: "2025",
      after: "2026",
    });
  });

  it("falls back on the neighbour where only metadata of a third links the two", () => {
    const loose = [version("a"), version("b")];
    expect(choosePair(loose, "b", {})).toEqual({ before: "a", after: "b" });
  });
});

it("names what a document is to the others", () => {
  expect(items.map((one) => describeRelations(one, items))).toEqual([
    ["replaced by 2026.md"],
    ["replaces 2025.md", "amended in section 4 by amendment.md"],
    ["amends section 4 of 2026.md"],
  ]);
});
