import { expect, it } from "vitest";

import { previewKind } from "./previewKind";

it("shows markup as text, pictures as pictures, and nothing that could run", () => {
  expect(previewKind("text/html", 10)).toBe("text");
  expect(previewKind("application/json", 10)).toBe("text");
  expect(previewKind("image/png", 10)).toBe("image");
  expect(previewKind("image/png", 1e9)).toBe("none");
  expect(previewKind("image/svg+xml", 10)).toBe("none");
  expect(previewKind("application/pdf", 10)).toBe("pdf");
  expect(
    previewKind("application/vnd.openxmlformats-officedocument.wordprocessingml.document", 1),
  ).toBe("none");
});
