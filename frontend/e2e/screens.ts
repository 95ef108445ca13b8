import { expect, type Locator, type Page } from "@playwright/test";

export const SCREENSHOTS = "artifacts/screenshots";

/** Open a screen by its place in the header. */
export async function goTo(page: Page, screen: string): Promise<void> {
  await page.getByRole("navigation", { name: "Screens" }).getByText(screen).click();
  await expect(page.getByRole("heading", { level: 1, name: screen })).toBeVisible();
}

/** The row of the library whose document has this name. */
export function libraryRow(page: Page, filename: string): Locator {
  return page
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: filename, exact: true }) });
}

/** Ask in the search lab; waits for the decision. */
export async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole("searchbox", { name: "Question" }).fill(question);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/[?&]q=/);
  await waitForDecision(page);
}

export async function waitForDecision(page: Page): Promise<void> {
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0, { timeout: 60_000 });
  await expect(decision(page)).toBeVisible();
}

export function decision(page: Page): Locator {
  return page.getByRole("region", { name: /^Decision: / });
}

/** Give files to the library as the file chooser would. */
export async function upload(
  page: Page,
  files: { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  await page.getByLabel("Files", { exact: true }).setInputFiles(files);
}

export function textFile(name: string, text: string, mimeType = "text/markdown") {
  return { name, mimeType, buffer: Buffer.from(text) };
}

/** Nothing is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  await expect.poll(excess, { message: "pixels beyond the window's width" }).toBeLessThanOrEqual(0);
}
