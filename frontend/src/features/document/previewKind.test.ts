import { expect, it } from "vitest";

import { previewKind } from "./previewKind";

it("shows markup as text, what has pages as drawn by the server, and nothing that could run", () => {
  expect(previewKind("text/html")).toBe("text");
  expect(previewKind("application/json")).toBe("text");
  expect(previewKind("application/pdf")).toBe("pages");
  expect(previewKind("image/png")).toBe("pages");
  expect(previewKind("image/tiff")).toBe("pages");
  expect(previewKind("image/svg+xml")).toBe("none");
  expect(
    previewKind("application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
  ).toBe("none");
});
