import { expect, it } from "vitest";

import { beginSides, patchSide, readLaboratorySearch, sideOf } from "./laboratorySearch";

it("keeps what makes sense of an address and drops the rest", () => {
  const read = readLaboratorySearch({
    document: "6b0c",
    a_strategy: "windows",
    a_size: "600",
    a_plain: "true",
    b_strategy: "magic",
    b_size: -3,
    fact: "only one",
    limit: 999,
    text: "a pasted text is in no address",
  });
  expect(
    Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)),
  ).toEqual({
    document: "6b0c",
    a_strategy: "windows",
    a_size: 600,
    a_plain: true,
    fact: ["only one"],
  });
});

it("takes a document before an example", () => {
  expect(readLaboratorySearch({ example: "table" }).example).toBe("table");
  expect(readLaboratorySearch({ document: "6b0c", example: "table" }).example).toBeUndefined();
});

it("begins with two sides that differ, and changes no choice", () => {
  expect(beginSides({ document: "6b0c" })).toEqual({ b_strategy: "structure" });
  expect(beginSides({ a_size: 400 })).toEqual({});
});

it("changes one side and leaves the other", () => {
  const search = { a_size: 400, b_size: 800, b_plain: true as const };
  const changed = { ...search, ...patchSide("b", { size: 900, plain: undefined }) };
  expect(sideOf(changed, "a").size).toBe(400);
  expect(sideOf(changed, "b")).toEqual({
    strategy: undefined,
    size: 900,
    overlap: undefined,
    plain: undefined,
  });
});
