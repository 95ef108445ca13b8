import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import type { StudioDocument } from "@/api/types";
import { stubApi } from "@/testing/answers";
import { makeDocument } from "@/testing/records";
import { renderInStudio } from "@/testing/render";

import { DropZone } from "./DropZone";
import { LibraryFilters } from "./LibraryFilters";
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

it("says nothing of a source before the document is read", async () => {
  const dated = {
    ...makeDocument().source,
    status: "draft" as const,
    effective_date: "2027-01-01",
  };
  const table = (document: StudioDocument) => (
    <LibraryTable
      documents={[document]}
      selected={new Set()}
      onSelect={() => {}}
      sort="size"
      order="asc"
      onSort={() => {}}
    />
  );
  const { unmount } = await renderInStudio(table(makeDocument({ status: "queued" })));
  expect(screen.queryByText("current")).toBeNull();
  unmount();
  await renderInStudio(table(makeDocument({ source: dated })));
  for (const cell of screen.getAllByText("draft")) {
    expect(cell.parentElement).toHaveTextContent("draft, from 2027-01-01");
  }
});

it("counts what is ready for as long as something is not", async () => {
  const filters = (documents: StudioDocument[]) => (
    <LibraryFilters documents={documents} shown={2} total={2} search={{}} onChange={() => {}} />
  );
  const ready = makeDocument({ id: "01" });
  const { unmount } = await renderInStudio(
    filters([ready, makeDocument({ id: "02", status: "processing" })]),
  );
  expect(screen.getByText("1 of 2 ready")).toBeVisible();
  unmount();
  await renderInStudio(filters([ready, makeDocument({ id: "02", status: "failed" })]));
  expect(screen.queryByText(/ of 2 ready/)).toBeNull();
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
