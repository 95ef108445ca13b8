import { ask, decision, waitForDecision } from "./screens";
import { expect, test } from "./test";

const AMBIGUOUS = "What is the allowance for Valencia?";

test.beforeAll(async ({ studio }) => {
  test.setTimeout(240_000);
  await studio.loadSamples();
});

test("an ambiguous question is asked back, and a chosen reading is answered", async ({ page }) => {
  await page.goto("/search?candidates=10");
  await ask(page, AMBIGUOUS);
  await expect(decision(page)).toHaveAccessibleName("Decision: Ambiguous");
  await expect(page.getByText("asked back (this gate decided)")).toBeVisible();

  const readings = page.getByRole("list", { name: "Readings" });
  const options = readings.getByRole("button");
  const offered = await options.count();
  expect(offered).toBeGreaterThanOrEqual(2);
  expect(offered).toBeLessThanOrEqual(4);
  await expect(readings.getByRole("link").first()).toBeVisible();

  await options.first().press("Enter");
  await expect(page.getByText(`One reading of “${AMBIGUOUS}”.`)).toBeVisible();
  await expect(page).toHaveURL(/reading_of=/);
  await waitForDecision(page);
  await expect(decision(page)).toHaveAccessibleName("Decision: Evidence found");

  await page.getByRole("button", { name: "See all readings" }).click();
  await waitForDecision(page);
  await expect(decision(page)).toHaveAccessibleName("Decision: Ambiguous");
});

test("two versions of a policy stand side by side, with what changed", async ({ page, studio }) => {
  const { id } = await studio.find("annual-leave-policy-2026.md");
  await page.goto(`/documents/${id}`);
  await page.getByRole("tab", { name: "Versions" }).click();

  const chain = page.getByRole("table", { name: "Versions of this source" });
  const row = (name: string) => chain.getByRole("row").filter({ hasText: name }).first();
  await expect(row("annual-leave-policy-2024.md")).toContainText("not in force");
  await expect(chain.getByRole("row").filter({ hasText: "this document" })).toContainText("HR-201");

  const passages = page.getByRole("region", { name: "Passages in both versions" });
  await expect(passages.locator("del", { hasText: /^20$/ })).toBeVisible();
  await expect(passages.locator("ins", { hasText: /^25$/ })).toBeVisible();
  await page.getByText(/^Added \d/).click();
  await expect(passages.getByRole("article").first()).toHaveAccessibleName("Passage added");

  await page.getByRole("button", { name: "Swap the two" }).click();
  await expect(page).toHaveURL(/before=[0-9a-f]{24}/);
  await expect(passages.locator("del", { hasText: /^25$/ })).toBeVisible();
});
