import { readFile } from "node:fs/promises";

import type { Download, Page } from "@playwright/test";

import { libraryRow, textFile } from "./screens";
import { expect, test } from "./test";

const NAME = "ferry-timetable.md";
const ARCHIVE_NAME = /^ragstudio-\d{4}-\d\d-\d\d\.zip$/;

async function exportArchive(page: Page): Promise<Download> {
  await page.getByRole("button", { name: "Export…" }).click();
  const dialog = page.getByRole("dialog", { name: "Export" });
  await expect(dialog.getByRole("combobox", { name: "Documents" })).toHaveValue("All: 1 document");
  const saved = page.waitForEvent("download");
  await dialog.getByText("Save the archive").click();
  const download = await saved;
  await expect(dialog).toHaveCount(0);
  expect(download.suggestedFilename()).toMatch(ARCHIVE_NAME);
  return download;
}

async function importArchive(page: Page, buffer: Buffer) {
  await page.getByRole("button", { name: "Import…" }).click();
  const dialog = page.getByRole("dialog", { name: "Import" });
  const file = { name: "library.zip", mimeType: "application/x-zip-compressed", buffer };
  await dialog.getByLabel("Archive", { exact: true }).setInputFiles(file);
  return dialog;
}

test("the library is exported, a document deleted, and brought back by an import", async ({
  page,
  studio,
}) => {
  await studio.empty();
  await studio.send(textFile(NAME, "# Ferries\n\nThe last ferry leaves at 21:40.\n"), "harbour");
  await studio.settle();
  await page.goto("/");
  const row = libraryRow(page, NAME);
  await expect(row).toContainText("ready");

  const archive = await readFile(await (await exportArchive(page)).path());
  // With a token the bytes are fetched, since a link cannot carry it.
  await page.evaluate(() => sessionStorage.setItem("studio-api-token", "any"));
  const fetched = await readFile(await (await exportArchive(page)).path());
  expect(fetched.subarray(0, 4)).toEqual(archive.subarray(0, 4));
  expect(fetched.length).toBe(archive.length);

  await row.getByRole("link", { name: NAME }).click();
  const address = page.url();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByRole("status", { name: "Deletion receipt" })).toContainText(
    "nothing is left",
    { timeout: 60_000 },
  );
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("heading", { name: "No documents yet" })).toBeVisible();

  const damaged = Buffer.from(archive);
  damaged[damaged.length >> 1]! ^= 1;
  const refusing = await importArchive(page, damaged);
  await expect(refusing.getByRole("alert")).toContainText("invalid_archive");
  await refusing.getByRole("button", { name: "Close" }).click();

  const report = await importArchive(page, archive);
  await expect(report.getByRole("status")).toHaveText("1 document · 1 imported · 0 already here");
  await report.getByRole("button", { name: "Done" }).click();
  // The tab saw it deleted, and shows it again without being loaded anew.
  await expect(row).toContainText("ready", { timeout: 60_000 });
  await expect(row).toContainText("harbour");
  await row.getByRole("link", { name: NAME }).click();
  await expect(page).toHaveURL(address);
  await expect(page.getByText("Chunks, vectors and both indexes agree.")).toBeVisible();

  await page.goBack();
  const again = await importArchive(page, archive);
  await expect(again.getByRole("status")).toHaveText("1 document · 0 imported · 1 already here");
  await expect(again.getByRole("region", { name: "Already here" })).toContainText(NAME);
});
