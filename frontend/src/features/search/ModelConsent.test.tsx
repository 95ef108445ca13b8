import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { stubApi } from "@/testing/answers";
import { renderInStudio } from "@/testing/render";

import { ModelConsent } from "./ModelConsent";
import type { Notice } from "./modelNotice";

const notice = (fields: Partial<Notice>): Notice => ({
  is_configured: true,
  has_consented: false,
  consented_at: null,
  model: "openai/gpt-4.1-mini",
  base_url: "https://models.example/api",
  max_passages: 6,
  margin: 0.05,
  sends: ["the question, as it was asked", "the text of the best passages"],
  ...fields,
});

it("says what would leave the machine before anything does, and takes the word back", async () => {
  const made = stubApi({
    "GET /api/model": { body: notice({}) },
    "POST /api/model/consent": { body: notice({ has_consented: true }) },
    "DELETE /api/model/consent": { body: notice({}) },
  });
  await renderInStudio(<ModelConsent />);
  const told = await screen.findByRole("region", { name: "What leaves the machine" });
  expect(told).toHaveTextContent("the question, as it was asked");
  expect(told).toHaveTextContent("openai/gpt-4.1-mini at https://models.example/api");
  expect(made.map(({ method }) => method)).toEqual(["GET"]);
  await userEvent.click(screen.getByRole("button", { name: "Agree and let it ask" }));
  await userEvent.click(await screen.findByRole("button", { name: "Let nothing leave" }));
  expect(await screen.findByRole("button", { name: "Agree and let it ask" })).toBeVisible();
  expect(made.map(({ method }) => method)).toEqual(["GET", "POST", "DELETE"]);
});

it("is silent where no key is set", async () => {
  const made = stubApi({
    "GET /api/model": { body: notice({ is_configured: false }) },
  });
  const { container } = await renderInStudio(<ModelConsent />);
  await expect.poll(() => made.length).toBe(1);
  expect(container).not.toHaveTextContent("machine");
});
