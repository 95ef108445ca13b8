import { type Page, test as base } from "@playwright/test";

import { Studio } from "./studio";

/** What a page did that it must not; empty at the end of every test. */
class Watch {
  readonly offences: string[] = [];

  constructor(private readonly origin: string) {}

  async over(page: Page): Promise<void> {
    page.on("request", (request) => {
      const url = new URL(request.url());
      const local = ["blob:", "data:", "about:"].includes(url.protocol);
      if (!local && url.origin !== this.origin) this.offences.push(`request to ${request.url()}`);
    });
    page.on("pageerror", (error) => this.offences.push(`uncaught: ${error.message}`));
    page.on("dialog", (dialog) => {
      this.offences.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    // The browser reports what it refused to load, which never became a request.
    await page.exposeFunction("reportViolation", (violation: string) =>
      this.offences.push(`content security policy: ${violation}`),
    );
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        const { reportViolation } = window as unknown as {
          reportViolation: (violation: string) => void;
        };
        reportViolation(`${event.violatedDirective} refused ${event.blockedURI}`);
      });
    });
  }
}

interface ForEachTest {
  watch: Watch;
}

interface ForAllTests {
  studio: Studio;
}

export const test = base.extend<ForEachTest, ForAllTests>({
  studio: [
    // Playwright reads from the pattern which fixtures this one needs: none.
    // eslint-disable-next-line no-empty-pattern
    async ({}, give) => {
      const studio = await Studio.begin();
      await give(studio);
      await studio.finish();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  baseURL: async ({ studio }, give) => give(studio.url),
  watch: [
    async ({ page, studio }, give) => {
      const watch = new Watch(studio.url);
      await watch.over(page);
      await give(watch);
      base.expect(watch.offences, "what the page did that it must not").toEqual([]);
    },
    { auto: true },
  ],
});

export const { expect } = test;
