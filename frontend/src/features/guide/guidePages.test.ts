import { readFileSync } from "node:fs";

import { expect, it } from "vitest";

import { guidePlace, guideTopics } from "@/lib/guide";

import { guidePages, guides, headingAnchor } from "./guidePages";

it("makes anchors as GitHub does", () => {
  expect(headingAnchor(" The 19 checks: `1/(60 + r)` ")).toBe("the-19-checks-160--r");
  expect(headingAnchor("Wörter und_so")).toBe("wörter-und_so");
});

it("lists every guide, as the README does", () => {
  // Vitest runs in `frontend/`; the development server would not give a file outside it.
  const readme = readFileSync("../README.md", "utf8");
  const rows = [...readme.matchAll(/^\| \[(.+?)\]\(docs\/(.+?)\.md\) \| (.+?) \|$/gm)];
  expect(guides).toEqual(rows.map(([, title, name, about]) => ({ name, title, about })));
  expect(guides.map(({ name }) => name).sort()).toEqual([...guidePages.keys()].sort());
});

it.each(guideTopics)("has a place in the guide for %s", async (topic) => {
  const { page, hash } = guidePlace(topic);
  const markdown = await guidePages.get(page)?.();
  const headings = [...(markdown ?? "").matchAll(/^#{2,4} (.+)$/gm)].map(([, heading]) =>
    headingAnchor(heading ?? ""),
  );
  expect(markdown).toBeDefined();
  if (hash) expect(headings).toContain(hash);
});
