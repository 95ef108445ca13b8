import type { Page } from "@playwright/test";

import { ask, decision, goTo, libraryRow, textFile, upload, waitForDecision } from "./screens";
import { expect, test } from "./test";

const LEAVE = "annual-leave-policy-2026.md";
const QUESTION = "How many days of annual leave does a full-time employee get in a year?";
const UNANSWERED = "Does Larkenfell pay for dental insurance?";

test.describe.configure({ mode: "serial" });

/** Long enough that its stages can be seen: some eighty chunks. */
function writeHandbook(): string {
  const sections = Array.from({ length: 80 }, (_, at) => {
    const sentence = `Greenhouse ${at + 1} is watered at ${at % 24} o'clock from tank ${at % 7}. `;
    return `## Greenhouse ${at + 1}\n\n${sentence.repeat(12)}\n`;
  });
  return `# Watering handbook\n\n${sections.join("\n")}`;
}

test.beforeAll(async ({ studio }) => {
  await studio.empty();
});

test("an empty library offers the sample documents and takes them in", async ({ page, studio }) => {
  test.setTimeout(240_000);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "No documents yet" })).toBeVisible();
  await page.getByRole("button", { name: "Load the sample documents" }).click();

  await expect(libraryRow(page, LEAVE)).toBeVisible();
  await studio.settle();
  await expect(page.getByText(/^(\d+) of \1$/)).toBeVisible();
  // Live: the table learns of it without being loaded again.
  await expect(page.getByRole("progressbar", { name: /^Stages of/ })).toHaveCount(0);
  await expect(libraryRow(page, LEAVE)).toContainText("ready");
  await expect(libraryRow(page, LEAVE)).toContainText(/(\d+) = \1 = \1/);
});

test("a document is watched through its stages until it is searchable", async ({ page }) => {
  await page.goto("/");
  await expect(libraryRow(page, LEAVE)).toBeVisible();
  const seen = collectStages(page);
  await upload(page, [textFile("watering-handbook.md", writeHandbook())]);

  const row = libraryRow(page, "watering-handbook.md");
  await expect(row).toBeVisible();
  await expect(row.getByText("ready")).toBeVisible({ timeout: 90_000 });
  await expect(row).toContainText(/(\d+) = \1 = \1/);
  expect(await seen()).toContain("embedding");

  await row.getByRole("link", { name: "watering-handbook.md" }).click();
  const stages = page.getByRole("list").filter({ hasText: "extracting" });
  for (const stage of ["extracting", "chunking", "embedding", "indexing"]) {
    await expect(stages.getByRole("listitem").filter({ hasText: stage })).toContainText(/\d m?s/);
  }
  await expect(page.getByText("Chunks, vectors and both indexes agree.")).toBeVisible();
});

/** Which stages the handbook's bar named while it moved. */
function collectStages(page: Page): () => Promise<string> {
  const watching = page.evaluate(() => {
    const said = new Set<string>();
    (window as unknown as { said: Set<string> }).said = said;
    new MutationObserver(() => {
      const bar = document.querySelector('[aria-label="Stages of watering-handbook.md"]');
      const text = bar?.getAttribute("aria-valuetext");
      if (text) said.add(text);
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  return async () => {
    await watching;
    return page.evaluate(() => [...(window as unknown as { said: Set<string> }).said].join("; "));
  };
}

test("its text and chunks can be read, and lead to each other", async ({ page, studio }) => {
  const { id } = await studio.find(LEAVE);
  await page.goto(`/documents/${id}`);
  await expect(page.getByRole("heading", { level: 1, name: LEAVE })).toBeVisible();

  await page.getByRole("tab", { name: "Text" }).click();
  const text = page.getByRole("region", { name: "Extracted text" });
  await expect(text).toContainText("25 working days");
  await page.getByRole("option", { name: "Chunk 1", exact: true }).click();
  await expect(page).toHaveURL(/chunk=1/);

  await page.getByRole("tab", { name: "Chunks" }).click();
  await page.getByRole("textbox", { name: "Find in chunks" }).fill("25 working days");
  const chunk = page.getByRole("article", { name: /^Chunk / }).first();
  await expect(chunk.locator("mark").first()).toBeVisible();
  await chunk.getByRole("button", { name: "Show the numbers" }).click();
  await expect(chunk.getByText(/[−-]0\.\d{3,}/).first()).toBeVisible();
  await chunk.getByRole("button", { name: "Show in the text" }).click();
  await expect(page.getByRole("tab", { name: "Text" })).toHaveAttribute("aria-selected", "true");
});

test("a question is answered in both modes, with every score", async ({ page }) => {
  await page.goto("/search");
  await ask(page, QUESTION);
  await expect(decision(page)).toHaveAccessibleName("Decision: Evidence found");
  const hybrid = page.getByRole("region", { name: "Hybrid", exact: true });
  const first = hybrid.getByRole("article").first();
  await expect(first).toHaveAccessibleName(`Result 1: ${LEAVE}`);
  await first.getByRole("button", { name: /^Scores: / }).click();
  for (const score of ["Cosine", "BM25", "RRF", "Reranker", "Logit"]) {
    await expect(first.getByRole("button", { name: new RegExp(`^${score} .?\\d`) })).toBeVisible();
  }

  await page.getByRole("radiogroup", { name: "Mode" }).getByText("Side by side").click();
  await expect(page).toHaveURL(/mode=both/);
  await waitForDecision(page);
  const vector = page.getByRole("region", { name: "Vector only", exact: true });
  await expect(vector.getByRole("article").first()).toBeVisible();
  await expect(hybrid.getByRole("article").first()).toBeVisible();
});

test("a question nothing answers is refused, with the probability of evidence", async ({
  page,
}) => {
  await page.goto("/search");
  await ask(page, UNANSWERED);
  await expect(decision(page)).toHaveAccessibleName("Decision: No evidence");
  await expect(decision(page)).toContainText("No evidence (probability");
  await expect(decision(page)).toContainText("The nearest miss is");
  await expect(page.getByRole("article", { name: /^Result / })).toHaveCount(0);
});

test("the 19 checks run, say why, and lead to their trace", async ({ page }) => {
  test.setTimeout(300_000);
  await page.goto("/");
  await goTo(page, "Evaluation");
  await expect(page.getByRole("alert")).toHaveCount(0);
  // A third of the usual candidates is as good here, and takes a third of the time.
  await page.getByRole("textbox", { name: "Candidates" }).fill("10");
  await page.getByRole("button", { name: "Run 19 checks" }).click();
  await expect(page.getByText(/of 38 searches made/)).toBeVisible();

  const totals = page.getByRole("table", { name: "Totals" });
  await expect(totals).toBeVisible({ timeout: 240_000 });
  const all = totals.getByRole("row");
  await expect(all.filter({ hasText: "Hybrid" }).last()).toContainText("19 of 19");
  const count = page.getByRole("status").filter({ hasText: /^19 of 19$/ });
  await expect(count).toBeVisible();

  await page.getByText(/^Modes differ/).click();
  await page.getByRole("button", { name: /SEC-104/ }).click();
  const vector = page.getByRole("region", { name: "Vector only", exact: true });
  await expect(vector).toContainText("evidence not found");
  const hybrid = page.getByRole("region", { name: "Hybrid", exact: true });
  await expect(hybrid).toContainText("evidence at rank 1");

  await page.getByRole("button", { name: "Mark as baseline" }).click();
  await expect(page.getByText("This run is the baseline")).toBeVisible();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download as JSON" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^evaluation-\w+\.json$/);

  await hybrid.getByRole("link", { name: "Trace in the search lab" }).click();
  await expect(page).toHaveURL(/as_of=/);
  await waitForDecision(page);
  await expect(page.getByRole("article").first()).toHaveAccessibleName(
    "Result 1: information-security-policy.md",
  );

  await goTo(page, "Evaluation");
  await page.getByRole("radiogroup", { name: "Modes" }).getByText("Vector only").click();
  await page.getByRole("button", { name: "Run 19 checks" }).click();
  const flips = page.getByRole("region", { name: "Against the baseline" });
  await expect(flips).toContainText("gained 0", { timeout: 60_000 });
  await expect(flips).toContainText("lost 0");
  await expect(flips).toContainText("19 verdicts the same");
});

test("a document is deleted, the receipt counts to zero, and the question misses it", async ({
  page,
}) => {
  await page.goto("/search");
  await ask(page, QUESTION);
  await expect(page.getByRole("article", { name: `Result 1: ${LEAVE}` })).toBeVisible();

  await goTo(page, "Library");
  await libraryRow(page, LEAVE).getByRole("link", { name: LEAVE }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Mark as superseded");
  await expect(dialog.getByRole("row")).toHaveCount(8);
  await dialog.getByRole("button", { name: "Delete for good" }).click();

  const receipt = page.getByRole("status", { name: "Deletion receipt" });
  await expect(receipt).toContainText("nothing is left", { timeout: 60_000 });
  const lines = receipt.getByRole("row");
  await expect(lines).toHaveCount(8);
  for (const line of (await lines.all()).slice(1)) {
    await expect(line.getByRole("cell").last()).toHaveText("0");
  }

  await page.getByRole("button", { name: "Repeat the last search" }).click();
  await expect(page).toHaveURL(/\/search\?/);
  await waitForDecision(page);
  await expect(page.getByRole("article", { name: new RegExp(LEAVE) })).toHaveCount(0);
  await goTo(page, "Library");
  await expect(libraryRow(page, "glossary.md")).toBeVisible();
  await expect(libraryRow(page, LEAVE)).toHaveCount(0);
});
