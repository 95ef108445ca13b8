import { describe, expect, it } from "vitest";

import { makeDocument } from "@/testing/records";

import { countFacet, filterDocuments, sortDocuments, takePage } from "./listing";

const documents = [
  makeDocument({ id: "04", filename: "rates-10.csv", group: "reference", size_bytes: 5 }),
  makeDocument({ id: "03", filename: "rates-9.csv", group: "reference", size_bytes: 50 }),
  makeDocument({ id: "02", filename: "Leave policy.md", status: "failed", size_bytes: 5 }),
  makeDocument({ id: "01", filename: "leave.md", size_bytes: 500 }),
];
const ids = (list: typeof documents) => list.map(({ id }) => id);

describe("filterDocuments", () => {
  it("combines filters with AND, choices of one with OR, words of the text in any order", () => {
    expect(ids(filterDocuments(documents, { q: "POLICY leave" }))).toEqual(["02"]);
    expect(
      ids(filterDocuments(documents, { status: ["failed", "ready"], group: ["policies"] })),
    ).toEqual(["02", "01"]);
  });
});

describe("countFacet", () => {
  it("counts under the other filters, and keeps choices that have none", () => {
    const filters = { group: ["reference"], status: ["ready" as const] };
    expect([...countFacet(documents, filters, "group")]).toEqual([
      ["policies", 1],
      ["reference", 2],
    ]);
    expect([...countFacet(documents, filters, "status")]).toEqual([
      ["failed", 0],
      ["ready", 2],
    ]);
  });
});

describe("sortDocuments", () => {
  it("sorts numbers in names by value and breaks ties newest first", () => {
    expect(ids(sortDocuments(documents, "name", "asc"))).toEqual(["02", "01", "03", "04"]);
    expect(ids(sortDocuments(documents, "size", "desc"))).toEqual(["01", "03", "04", "02"]);
    expect(ids(sortDocuments(documents, "size", "asc"))).toEqual(["04", "02", "03", "01"]);
  });
});

it("takes the last page for one that lies beyond", () => {
  const many = Array.from({ length: 120 }, (_, n) => n);
  expect(takePage(many, 9)).toEqual({ entries: many.slice(100), page: 3, pages: 3 });
  expect(takePage([], 1)).toEqual({ entries: [], page: 1, pages: 1 });
});
