import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { renderInStudio } from "@/testing/render";

import { GuideIndex } from "./GuideIndex";
import { guides } from "./guidePages";

it("leads to every guide by its title", async () => {
  await renderInStudio(<GuideIndex />);
  const links = screen.getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual(
    guides.map(({ name, title }) => [title, `/guide/${name}`]),
  );
});
