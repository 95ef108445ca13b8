import { expect, it } from "vitest";

import { countFilters, day, readLabSearch } from "./labSearch";

it("keeps what the API would take and drops the rest", () => {
  expect(
    readLabSearch({
      q: 1998,
      mode: "both",
      limit: 101,
      candidates: "40",
      threshold: 1.5,
      status: ["current", "$ne"],
      block: "heading",
      as_of: "2025-02-31",
      reading_of: "What is the allowance?",
    }),
  ).toEqual({
    q: "1998",
    mode: "both",
    candidates: 40,
    status: ["current"],
    reading_of: "What is the allowance?",
  });
});

it("knows the calendar", () => {
  expect(day("2024-02-29")).toBe("2024-02-29");
  expect([day("2025-02-29"), day("2025-13-01"), day("1.1.2025"), day(20250101)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it("counts filters, not settings", () => {
  expect(countFilters({ q: "x", limit: 3, threshold: 0.2 })).toBe(0);
  expect(countFilters({ all: true, group: ["hr"], block: ["row", "table"] })).toBe(3);
});
