// Screenshots of a running studio that holds the samples: `node scripts/screenshots.mjs URL FOLDER
// [NAME…]`. Prints where the first passage begins, and what axe finds on each screen.
import { mkdir } from "node:fs/promises";
import path from "node:path";

import AxeBuilder from "@axe-core/playwright";
import { chromium } from "@playwright/test";

const [url = "http://127.0.0.1:8000", folder = "artifacts/screenshots", ...wanted] =
  process.argv.slice(2);
const ask = (question, rest = "") => `/search?q=${encodeURIComponent(question)}${rest}`;
const screens = {
  library: "/",
  "search-lab": ask("What is the hotel cap per night in Valencia?"),
  "search-leave": ask("How many days of annual leave do I get?"),
  "search-none": ask("Who won the football world cup in 1998?"),
  "search-vector": ask("Who won the football world cup in 1998?", "&mode=vector"),
  "search-ambiguous": ask("What is the allowance for Valencia?"),
  "search-both": ask("How many unused days of leave can be carried over?", "&mode=both"),
  search: "/search",
  map: ask("What is the hotel cap per night in Valencia?").replace("/search", "/map"),
  laboratory: "/laboratory",
  evaluation: "/evaluation",
  calibration: "/evaluation/calibration",
  suites: "/evaluation/suites",
  guide: "/guide",
  "guide-page": "/guide/retrieval",
  system: "/system",
};
const views = [
  { name: "", width: 1440, height: 900, colorScheme: "light" },
  { name: "-dark", width: 1440, height: 900, colorScheme: "dark" },
  { name: "-phone", width: 390, height: 844, colorScheme: "light" },
  { name: "-phone-dark", width: 390, height: 844, colorScheme: "dark" },
];

await mkdir(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
let violations = 0;
for (const { name: suffix, width, height, colorScheme } of views) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  for (const [name, address] of Object.entries(screens)) {
    if (wanted.length && !wanted.includes(name) && !wanted.includes(name + suffix)) continue;
    await page.goto(url + address);
    await page.getByRole("heading", { level: 1 }).first().waitFor({ timeout: 30_000 });
    const settled = page.locator("[aria-busy=true]");
    await page.waitForTimeout(400);
    await settled
      .first()
      .waitFor({ state: "hidden", timeout: 60_000 })
      .catch(() => {});
    await page.waitForTimeout(600);
    await page.screenshot({ path: path.join(folder, `${name}${suffix}.png`) });
    const first = await page
      .locator("article")
      .first()
      .boundingBox({ timeout: 200 })
      .catch(() => null);
    const { violations: found } = await new AxeBuilder({ page })
      .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"])
      .analyze();
    violations += found.length;
    const y = first && name.startsWith("search") ? ` first passage y ${Math.round(first.y)};` : "";
    console.log(`${name}${suffix}:${y} axe ${found.length}`);
    for (const { id, nodes } of found) console.log(`  ${id}: ${nodes[0]?.html.slice(0, 160)}`);
  }
  await context.close();
}
await browser.close();
if (violations) process.exitCode = 1;
