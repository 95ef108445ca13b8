import { ask, decision, goTo, libraryRow, textFile, waitForDecision } from "./screens";
import { expect, test } from "./test";

test("the server dies and comes back under an open screen", async ({ page, studio }) => {
  test.setTimeout(240_000);
  await studio.send(
    textFile("beacon.md", "# Beacon\n\nThe beacon on the hill burns blue at night."),
  );
  await studio.settle();
  await page.goto("/search");
  await ask(page, "Which colour does the beacon burn?");
  await expect(decision(page)).toHaveAccessibleName(/^Decision: (Evidence found|Weak evidence)$/);
  await goTo(page, "Library");
  await expect(libraryRow(page, "beacon.md")).toContainText("ready");

  await studio.kill();
  const banner = page.getByText(/^The studio is not responding/);
  await expect(banner).toBeVisible();
  await expect(libraryRow(page, "beacon.md")).toBeVisible();

  await studio.start();
  await expect(banner).toBeHidden();
  // The stream of changes is open again: what happens now is seen without loading the page.
  await studio.send(textFile("afterglow.md", "# Afterglow\n\nIt is still warm after the restart."));
  await expect(libraryRow(page, "afterglow.md")).toContainText("ready", { timeout: 60_000 });

  await page.goBack();
  await waitForDecision(page);
  await expect(page.getByRole("article", { name: "Result 1: beacon.md" })).toBeVisible();
});
