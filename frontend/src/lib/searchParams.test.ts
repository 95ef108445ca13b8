import { expect, it } from "vitest";

import { flag, natural, objectId, oneOf, positive, text, textList, within } from "./searchParams";

it("keeps what makes sense and drops the rest", () => {
  expect(text("")).toBeUndefined();
  expect(text(2026)).toBe("2026");
  expect(textList("hr")).toEqual(["hr"]);
  expect(textList(["hr", { $ne: "" }, 7])).toEqual(["hr", "7"]);
  expect([objectId("6b0c8dd73a4adac92468ee7a"), objectId("../system")]).toEqual([
    "6b0c8dd73a4adac92468ee7a",
    undefined,
  ]);
  expect(oneOf("drop", ["asc", "desc"])).toBeUndefined();
  expect([positive("3"), positive(0), positive("x")]).toEqual([3, undefined, undefined]);
  expect([natural(0), natural(-1), natural("")]).toEqual([0, undefined, undefined]);
  expect([within("0.15", 0, 1), within(2, 0, 1), within(null, 0, 1)]).toEqual([
    0.15,
    undefined,
    undefined,
  ]);
  expect([flag(true), flag("true"), flag("no")]).toEqual([true, true, undefined]);
});
