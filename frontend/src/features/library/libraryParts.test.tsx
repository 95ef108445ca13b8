import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { stubApi } from "@/testing/answers";
import { makeDocument } from "@/testing/records";
import { renderInStudio } from "@/testing/render";

import { DropZone } from "./DropZone";
import { LibraryTable } from "./LibraryTable";
import { SampleOffer } from "./SampleOffer";
import { uploads } from "./uploads";

it("sorts by a column, then the other way round, and says so", async () => {
  const asked: string[] = [];
  const table = (order: "asc" | "desc") => (
    <LibraryTable
      documents={[makeDocument()]}
      selected={new Set()}
      onSelect={() => {}}
      sort="size"
      order={order}
      onSort={(sort, next) => asked.push(`${sort} ${next}`)}
    />
  );
  await renderInStudio(table("desc"));
  expect(screen.getByRole("columnheader", { name: "Size" })).toHaveAttribute(
    "aria-sort",
    "descending",
  );
  await userEvent.click(screen.getByRole("button", { name: "Size" }));
  await userEvent.click(screen.getByRole("button", { name: "Name" }));
  expect(asked).toEqual(["size asc", "name asc"]);
});

it("loads the samples at the press of one button", async () => {
  const made = stubApi({ "POST /api/samples": { status: 202, body: { items: [] } } });
  await renderInStudio(<SampleOffer />);
  await userEvent.click(screen.getByRole("button", { name: "Load the sample documents" }));
  expect(made.map(({ method }) => method)).toEqual(["POST"]);
});

it("lights up for files, and takes those dropped anywhere", async () => {
  uploads.set([]);
  await renderInStudio(<DropZone />);
  const file = new File(["text"], "note.md");
  const dataTransfer = {
    types: ["Files"],
    files: [file],
    items: [{ kind: "file", type: "text/markdown", getAsFile: () => file }],
  };
  fireEvent.dragOver(window, { dataTransfer });
  expect(await screen.findByText("Let go to add them.")).toBeVisible();
  fireEvent.drop(window, { dataTransfer });
  await expect
    .poll(() => uploads.get().map((upload) => [upload.file.name, upload.group]))
    .toEqual([["note.md", "default"]]);
});
