import { libraryRow, textFile, upload } from "./screens";
import { expect, test } from "./test";

test.beforeEach(async ({ page }) => {
  await page.goto("/");
});

test("a duplicate names and links the document it matches", async ({ page, studio }) => {
  const twin = textFile("twin.md", "# Twin\n\nThe same bytes arrive twice.");
  const { id } = await studio.send(twin);
  await upload(page, [{ ...twin, name: "the-other-twin.md" }]);

  const uploads = page.getByRole("region", { name: "Uploads" });
  await expect(uploads).toContainText("Already here, byte for byte, as");
  await expect(uploads.getByRole("link", { name: "twin.md", exact: true })).toHaveAttribute(
    "href",
    new RegExp(`/documents/${id}`),
  );
  await uploads.getByRole("button", { name: "Keep both" }).click();
  await expect(libraryRow(page, "the-other-twin.md")).toContainText("ready", { timeout: 60_000 });
});

test("a file that cannot be read fails with its reason, and can be retried", async ({
  page,
  studio,
}) => {
  await upload(page, [textFile("torn.pdf", "%PDF-1.7\nthe rest was lost", "application/pdf")]);
  const row = libraryRow(page, "torn.pdf");
  await expect(row).toContainText("failed", { timeout: 60_000 });
  const { id } = await studio.find("torn.pdf");

  const retried = page.waitForResponse(`**/api/documents/${id}/retry`);
  await row.getByRole("button", { name: "Retry torn.pdf" }).click();
  expect(await (await retried).json()).toMatchObject({ status: "queued", error: null });
  await studio.settle();
  await expect(row).toContainText("failed");

  await row.getByRole("link", { name: "torn.pdf" }).click();
  const reason = page.getByRole("alert");
  await expect(reason).toContainText("torn.pdf");
  await expect(page.getByRole("button", { name: "Retry" })).toBeVisible();
});

test("a type the studio cannot read is refused, with what to do", async ({ page }) => {
  const bytes = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  await upload(page, [
    { name: "program.bin", mimeType: "application/octet-stream", buffer: bytes },
  ]);
  const uploads = page.getByRole("region", { name: "Uploads" });
  await expect(uploads).toContainText("1 refused");
  await expect(uploads.getByRole("listitem")).toContainText("program.bin");
  await uploads.getByRole("button", { name: "Dismiss" }).click();
  await expect(uploads).toHaveCount(0);
});

test("an upload that was cut off is sent again", async ({ page }) => {
  let cut = 0;
  await page.route("**/api/documents", (route) => {
    if (route.request().method() !== "POST" || cut > 0) return route.fallback();
    cut++;
    return route.abort("connectionreset");
  });
  await upload(page, [textFile("second-attempt.md", "# Second attempt\n\nIt arrives now.")]);
  const uploads = page.getByRole("region", { name: "Uploads" });
  await uploads.getByRole("button", { name: "Try again" }).click();
  await expect(libraryRow(page, "second-attempt.md")).toContainText("ready", { timeout: 60_000 });
  expect(cut).toBe(1);
});
