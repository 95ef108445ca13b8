import { render } from "@testing-library/react";
import { expect, it } from "vitest";

import { MarkedText } from "./MarkedText";

it("marks code point spans, merges overlaps and shows markup as text", () => {
  const { container } = render(
    <MarkedText
      text="😀 <b>SEC-104</b> access"
      spans={[
        [5, 12],
        [8, 12],
        [17, 23],
      ]}
    />,
  );
  expect([...container.querySelectorAll("mark")].map((mark) => mark.textContent)).toEqual([
    "SEC-104",
    "access",
  ]);
  expect(container.querySelector("b")).toBeNull();
  expect(container.textContent).toBe("😀 <b>SEC-104</b> access");
});
