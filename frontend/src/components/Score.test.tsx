import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderInStudio } from "@/testing/render";

import { Score } from "./Score";
import { scoreDefinitions } from "@/lib/scores";

it("shows four decimals, and on demand the name, range and guide", async () => {
  await renderInStudio(<Score name="reranker_logit" value={-2.71828} />);
  const score = screen.getByRole("button", { name: "Logit −2.7183" });
  await userEvent.click(score);
  expect(await screen.findByText("Logit (any number)")).toBeVisible();
  expect(screen.getByRole("link", { name: "In the guide" })).toHaveAttribute(
    "href",
    "/guide/retrieval#reranking",
  );
});

it("says that a stage produced no score", async () => {
  await renderInStudio(<Score name="text" value={null} />);
  expect(screen.getByRole("button", { name: "BM25 not computed" })).toHaveTextContent("–");
});

it("never speaks of percentages or confidence", () => {
  expect(JSON.stringify(scoreDefinitions)).not.toMatch(/%|percent|confiden/i);
});
