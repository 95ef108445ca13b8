import type { Page } from "@playwright/test";

import { goTo, libraryRow, textFile } from "./screens";
import { expect, test } from "./test";

const side = (page: Page, name: "A" | "B") =>
  page.getByRole("region", { name: `Side ${name}`, exact: true });

test("a long table split as characters loses its column names, records of rows keep them", async ({
  page,
  studio,
}) => {
  const before = (await studio.list()).length;
  await page.goto("/");
  await goTo(page, "Chunk lab");
  await page.getByRole("button", { name: "Show the classic failure" }).click();
  const facts = page.getByRole("table", { name: "Facts" });
  const cells = facts.getByRole("row", { name: /Kelworth/ }).getByRole("cell");
  await expect(cells).toHaveCount(2);
  await expect(cells.first()).toContainText(/whole in no chunk; nearest, #\d+, lacks Notice days/);
  await expect(cells.last()).toContainText(/whole in #\d+/);
  await expect(page.getByText("A: 1 of 3 facts stands whole in a chunk")).toBeVisible();
  await expect(page.getByText("B: 3 of 3 facts stand whole in a chunk")).toBeVisible();

  await cells.last().getByRole("button").click();
  const holder = page.getByRole("article", { name: /of side B/ }).filter({ hasText: "Kelworth" });
  await expect(holder).toContainText("Notice days: 113");
  await expect(holder).toContainText("fact 3");

  // The address is all there is to it: another visit shows the same.
  await page.reload();
  await expect(cells.first()).toContainText("lacks Notice days");
  expect((await studio.list()).length).toBe(before);
});

test("a pasted text is cut as chosen, stands in no address, and errors say what to do", async ({
  page,
}) => {
  await page.goto("/laboratory");
  await page.getByRole("radiogroup", { name: "What is cut" }).getByText("A text").click();
  const text = "# Kites\n\nA kite flies at dawn. It lands at noon.\n".repeat(40);
  await page.getByRole("textbox", { name: "Text to cut" }).fill(text);
  await page.getByRole("combobox", { name: "Read as" }).click();
  await page.getByRole("option", { name: "Markdown" }).click();
  await page.getByRole("button", { name: "Cut this text" }).click();
  await expect(side(page, "A")).toContainText(/\d+ chunks?/);
  await expect(side(page, "B")).toContainText("Cut by structure");
  expect(page.url()).not.toContain("kite");

  const overlap = page.getByRole("textbox", { name: "Side A: overlap in characters" });
  await overlap.fill("5000");
  await overlap.press("Enter");
  await expect(side(page, "A").getByRole("alert")).toContainText("overlap");
  await expect(side(page, "B").getByRole("alert")).toHaveCount(0);
  await overlap.fill("0");
  await overlap.press("Enter");
  await expect(side(page, "A").getByRole("alert")).toHaveCount(0);
});

/** Long enough that its old chunks can be seen to serve meanwhile. */
function writeLogbook(): string {
  const days = Array.from({ length: 80 }, (_, at) => {
    const sentence = `On day ${at + 1} the lighthouse burned ${at % 9} lamps in wind ${at % 12}. `;
    return `## Day ${at + 1}\n\n${sentence.repeat(10)}\n`;
  });
  return `# Logbook\n\n${days.join("\n")}`;
}

test("a document is cut anew, and its old chunks serve until the new ones are ready", async ({
  page,
  studio,
}) => {
  test.setTimeout(240_000);
  const { id } = await studio.send(textFile("logbook.md", writeLogbook()));
  await studio.settle();
  await page.goto(`/documents/${id}`);
  const counted = page.getByText(/^\d+ chunks$/).first();
  const old = await counted.textContent();
  await page.getByRole("button", { name: "Re-chunk…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("one transaction swaps them");
  await dialog.getByRole("combobox", { name: "Strategy" }).click();
  await page.getByRole("option", { name: "sentences" }).click();
  const size = dialog.getByRole("textbox", { name: "Size in characters" });
  await size.fill("300");
  await size.press("Enter");
  const overlap = dialog.getByRole("textbox", { name: "Overlap in characters" });
  await overlap.fill("0");
  await overlap.press("Enter");
  await dialog.getByRole("button", { name: "Re-chunk", exact: true }).click();
  await expect(dialog).toBeHidden();

  await expect(page.getByText(/re-chunking: .*the old chunks serve/)).toBeVisible();
  await expect(counted).toHaveText(old ?? "");
  await expect(page.getByRole("region", { name: "Re-chunking" })).toBeVisible();
  await expect(page.getByText(/re-chunking:/)).toBeHidden({ timeout: 120_000 });
  await expect(counted).not.toHaveText(old ?? "");
  await expect(page.getByText("sentences, 300 characters, 0 overlap")).toBeVisible();

  await page.goto("/");
  await expect(libraryRow(page, "logbook.md")).toContainText(/(\d+) = \1 = \1/);
});
