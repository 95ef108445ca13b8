import { defineConfig } from "@playwright/test";

/** Browser tests over the real server; see `e2e/README.md`. */
export default defineConfig({
  testDir: "e2e",
  outputDir: "artifacts/playwright",
  // One worker, so that all files share one server and the samples are loaded once.
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    // Never a browser of Playwright's own: Debian's Chromium, or the one named.
    browserName: "chromium",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking"],
    },
    viewport: { width: 1280, height: 900 },
    locale: "en-GB",
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
  },
});
