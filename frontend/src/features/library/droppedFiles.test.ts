import { expect, it } from "vitest";

import { groupOf, isLitter } from "./droppedFiles";

it("makes the folder that holds a file its group", () => {
  expect(groupOf("policies/leave.md", "default")).toBe("policies");
  expect(groupOf("/sample-documents/policies/leave.md", "default")).toBe("policies");
  expect(groupOf("./leave.md", "default")).toBe("default");
  expect(groupOf("leave.md", "hr")).toBe("hr");
  expect(groupOf(`${"x".repeat(300)}/leave.md`, "hr")).toHaveLength(200);
});

it("leaves out what operating systems add", () => {
  expect([".DS_Store", "a/.git/config", "Thumbs.db", "./a.md", "a.b/c.md"].map(isLitter)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
