import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";

import { lastSearch } from "@/lib/lastSearch";
import { stubApi } from "@/testing/answers";
import { makeDocument } from "@/testing/records";
import { renderInStudio } from "@/testing/render";

import { DeleteDialog } from "./DeleteDialog";

const document = makeDocument({ filename: "<b>leave</b>.md" });
const path = `/api/documents/${document.id}`;
const storage = {
  record: 1,
  raw_file: 1,
  raw_file_chunks: 3,
  chunks: 8,
  vectors: 8,
  vector_index: 8,
  text_index: 8,
};
const receipt = {
  document_id: document.id,
  filename: document.filename,
  sha256: document.sha256,
  deleted_at: "2026-11-29T10:00:00Z",
  verified: true,
  index_seconds: 0.021,
  representations: [{ name: "raw_file_chunks", before: 3, removed: 3, after: 0 }],
};

beforeEach(() => lastSearch.set(null));

it("asks with counts, deletes, shows the receipt and repeats the last search", async () => {
  const made = stubApi({
    [`GET ${path}/storage`]: { body: storage },
    [`DELETE ${path}`]: { body: receipt },
  });
  lastSearch.set("/search?q=leave");
  const closed = vi.fn();
  const { router } = await renderInStudio(<DeleteDialog documents={[document]} onClose={closed} />);

  const row = (await screen.findByText("GridFS chunks")).closest("tr");
  expect(within(row as HTMLElement).getByText("3")).toBeVisible();
  expect(screen.getByText("<b>leave</b>.md")).toBeVisible();
  expect(made.some(({ method }) => method === "DELETE")).toBe(false);

  await userEvent.click(screen.getByRole("button", { name: "Delete for good" }));
  expect(await screen.findByText(/nothing is left/)).toBeVisible();
  const line = screen.getByText("GridFS chunks").closest("tr");
  expect(line).toHaveTextContent("GridFS chunks330");

  await userEvent.click(screen.getByRole("button", { name: "Repeat the last search" }));
  expect(closed).toHaveBeenCalledWith(false);
  expect(router.history.location.href).toBe("/search?q=leave");
});

it("offers to mark as superseded instead, from today on", async () => {
  const made = stubApi({
    [`GET ${path}/storage`]: { body: storage },
    [`PATCH ${path}`]: { body: document },
  });
  const closed = vi.fn();
  await renderInStudio(<DeleteDialog documents={[document]} onClose={closed} />);
  await userEvent.click(await screen.findByRole("button", { name: "Mark as superseded" }));
  await vi.waitFor(() => expect(closed).toHaveBeenCalledWith(false));
  const body: unknown = await made.find(({ method }) => method === "PATCH")?.json();
  expect(body).toMatchObject({
    status: "superseded",
    superseded_date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
  });
});

it("says what could not be deleted and why", async () => {
  const error = {
    code: "deletion_incomplete",
    message: "Interrupted.",
    hint: "It is finished later.",
  };
  stubApi({
    [`GET ${path}/storage`]: { body: storage },
    [`DELETE ${path}`]: { status: 503, body: { error } },
  });
  const closed = vi.fn();
  await renderInStudio(<DeleteDialog documents={[document]} onClose={closed} />);
  await userEvent.click(await screen.findByRole("button", { name: "Delete for good" }));
  expect(await screen.findByText("Interrupted.")).toBeVisible();
  expect(screen.getByText("It is finished later.")).toBeVisible();
  expect(screen.queryByText(/nothing is left/)).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(closed).toHaveBeenCalledWith(false);
});
