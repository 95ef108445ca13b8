import { ask, expectNoSidewaysScroll, libraryRow, textFile, upload } from "./screens";
import { expect, test } from "./test";

const LONG = `${"long-".repeat(59)}n.md`.padStart(300, "a");
const NAMES = [
  LONG,
  "休暇規程-2026年版.md",
  "سياسة الإجازات السنوية.md",
  "отпуск и больничный 🏖.md",
];

test("names of 300 characters and of any script are shown whole and fit the window", async ({
  page,
}) => {
  expect(LONG).toHaveLength(300);
  await page.goto("/");
  await upload(
    page,
    NAMES.map((name, at) => textFile(name, `# Kite ${at}\n\nKite number ${at} flies at dawn.`)),
  );
  for (const name of NAMES) {
    await expect(libraryRow(page, name)).toContainText("ready", { timeout: 90_000 });
  }

  await libraryRow(page, LONG).getByRole("link", { name: LONG }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(LONG);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Delete…" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoSidewaysScroll(page);
    await page.getByRole("button", { name: "Cancel" }).click();
  }
  await page.goto("/");
  await expect(libraryRow(page, LONG)).toBeVisible();
  await expectNoSidewaysScroll(page);
});

test("markup in a text and in its name is shown as text and never runs", async ({
  page,
  studio,
}) => {
  const attack = `<img src="/missing.png" onerror="alert(1)"><script>alert(2)</script>`;
  const name = `<b onmouseover=alert(3)>bold<img src=x onerror=alert(4)>.md`;
  const { id } = await studio.send(
    textFile(name, `# <u>Lighthouse</u> keeper\n\nThe lighthouse keeper writes ${attack} by hand.`),
    "<i>group</i>",
  );
  await studio.settle();

  const isText = async () => {
    await expect(page.locator("main").locator("img, script, b, u, i")).toHaveCount(0);
  };
  await page.goto("/");
  await expect(libraryRow(page, name)).toContainText("ready");
  await isText();

  await page.goto(`/documents/${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText(name);
  for (const tab of ["Text", "Chunks", "Raw"]) {
    await page.getByRole("tab", { name: tab }).click();
    await expect(page.getByRole("tabpanel")).toContainText(attack);
    await isText();
  }

  await page.goto("/search");
  await ask(page, "What does the lighthouse keeper write by hand?");
  const hit = page.getByRole("article", { name: `Result 1: ${name}` });
  await expect(hit).toContainText(attack);
  await isText();

  await page.goto(`/map?document=${id}`);
  await expect(page.getByRole("img").first()).toBeVisible();
  await isText();
});
