import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { expectNoSidewaysScroll, SCREENSHOTS, waitForDecision } from "./screens";
import type { Studio } from "./studio";
import { expect, test } from "./test";

const LEAVE = "annual-leave-policy-2026.md";
const question = encodeURIComponent("How many days of annual leave do I get?");
const ambiguous = encodeURIComponent("What is the allowance for Valencia?");
const unanswered = encodeURIComponent("Does Larkenfell pay for dental insurance?");

interface ScreenOfStudio {
  name: string;
  open: (page: Page, studio: Studio) => Promise<void>;
}

const openDocument = (tab: string, shows: (page: Page) => Promise<void>): ScreenOfStudio => ({
  name: `document-${tab}`,
  open: async (page, studio) => {
    const { id } = await studio.find(LEAVE);
    await page.goto(`/documents/${id}?tab=${tab}`);
    await shows(page);
  },
});

const openSearch = (name: string, query: string): ScreenOfStudio => ({
  name,
  open: async (page) => {
    await page.goto(`/search?${query}`);
    await waitForDecision(page);
  },
});

const screens: ScreenOfStudio[] = [
  {
    name: "library",
    open: async (page) => {
      await page.goto("/");
      await expect(page.getByRole("link", { name: LEAVE })).toBeVisible();
    },
  },
  {
    name: "export",
    open: async (page) => {
      await page.goto("/");
      await page.getByRole("button", { name: "Export…" }).click();
      const groups = page.getByRole("dialog").getByRole("combobox", { name: "Documents" });
      await expect(groups).toHaveValue(/^All: \d+ documents$/);
    },
  },
  {
    name: "import",
    open: async (page) => {
      await page.goto("/");
      const answer = await page.request.get("/api/archive?group=policies");
      const archive = { name: "a.zip", mimeType: "application/zip", buffer: await answer.body() };
      await page.getByRole("button", { name: "Import…" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Archive", { exact: true }).setInputFiles(archive);
      await expect(dialog.getByRole("region", { name: "Already here" })).toContainText(LEAVE);
    },
  },
  openDocument("overview", async (page) =>
    expect(page.getByText("Chunks, vectors and both indexes agree.")).toBeVisible(),
  ),
  openDocument("text", async (page) =>
    expect(page.getByRole("region", { name: "Extracted text" })).toContainText("leave"),
  ),
  openDocument("chunks", async (page) =>
    expect(page.getByRole("button", { name: "Show the numbers" }).first()).toBeEnabled(),
  ),
  openDocument("versions", async (page) =>
    expect(page.getByRole("region", { name: "Passages in both versions" })).toContainText("25"),
  ),
  openDocument("raw", async (page) =>
    expect(page.getByRole("tabpanel").locator("pre")).toContainText("leave"),
  ),
  {
    name: "delete",
    open: async (page, studio) => {
      const { id } = await studio.find(LEAVE);
      await page.goto(`/documents/${id}`);
      await page.getByRole("button", { name: "Delete…" }).click();
      await expect(page.getByRole("dialog").getByRole("row")).toHaveCount(8);
    },
  },
  {
    name: "laboratory",
    open: async (page) => {
      await page.goto("/laboratory");
      await page.getByRole("button", { name: "Show the classic failure" }).click();
      await expect(page.getByRole("region", { name: "Search over side B" })).toBeVisible();
      await expect(page.getByRole("article", { name: "Chunk 0 of side B" })).toBeVisible();
    },
  },
  {
    name: "search",
    open: async (page) => {
      await page.goto("/search");
      await expect(page.getByRole("heading", { name: "Ask a question" })).toBeVisible();
    },
  },
  openSearch("search-answer", `q=${question}`),
  openSearch("search-both", `q=${question}&mode=both&candidates=10`),
  openSearch("search-abstain", `q=${unanswered}&candidates=10`),
  openSearch("search-clarify", `q=${ambiguous}&candidates=10`),
  {
    name: "evaluation",
    open: async (page) => {
      await page.goto("/evaluation");
      await expect(page.getByRole("table", { name: "Totals" })).toBeVisible({ timeout: 180_000 });
      await page.getByRole("button", { name: /SEC-104/ }).click();
    },
  },
  {
    name: "evaluation-compare",
    open: async (page) => {
      await page.goto("/evaluation/compare?shown=all");
      await expect(page.getByRole("table", { name: "Figures compared" }).first()).toBeVisible();
      await expect(page.getByRole("table", { name: "Each question" }).first()).toBeVisible();
    },
  },
  {
    name: "evaluation-calibration",
    open: async (page) => {
      await page.goto("/evaluation/calibration");
      await expect(page.getByRole("region", { name: "The curve" }).locator("canvas")).toBeVisible();
    },
  },
  {
    name: "evaluation-experiments",
    open: async (page) => {
      await page.goto("/evaluation/experiments");
      await expect(page.getByRole("button", { name: "Run all 6" })).toBeVisible();
      await expect(page.getByText("Treatment", { exact: true })).toHaveCount(6);
    },
  },
  {
    name: "map",
    open: async (page) => {
      await page.goto(`/map?q=${question}`);
      await expect(page.locator("main canvas").first()).toBeVisible();
    },
  },
  {
    name: "system",
    open: async (page) => {
      await page.goto("/system");
      await expect(page.getByRole("heading", { name: "MongoDB" })).toBeVisible();
    },
  },
  {
    name: "guide",
    open: async (page) => {
      await page.goto("/guide/configuration");
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    },
  },
];

test.beforeAll(async ({ studio }) => {
  test.setTimeout(240_000);
  await studio.loadSamples();
  await studio.ensureRun();
  await studio.ensureCalibration();
});

for (const { name, open } of screens) {
  test(`${name}: nothing serious for axe in light and dark, usable at 360 px`, async ({
    page,
    studio,
  }) => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    await open(page, studio);
    for (const scheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", scheme);
      expect.soft(await findBarriers(page, scheme), `barriers in ${scheme}`).toEqual([]);
      await page.screenshot({ path: `${SCREENSHOTS}/${name}-${scheme}.png`, fullPage: true });
    }
    await page.setViewportSize({ width: 360, height: 780 });
    await expectNoSidewaysScroll(page);
    await page.screenshot({ path: `${SCREENSHOTS}/${name}-narrow.png` });
  });
}

/** What axe finds serious or critical, one line each. Another scheme changes colours only. */
async function findBarriers(page: Page, scheme: "light" | "dark"): Promise<string[]> {
  // Without frames to look into, axe needs no page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (scheme === "dark") axe.withRules(["color-contrast", "link-in-text-block"]);
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}
