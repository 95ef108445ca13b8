import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";

import { ApiError } from "@/api/errors";
import { keepToken } from "@/api/session";
import type { ImportReport } from "@/api/types";
import { saveFile } from "@/lib/saveFile";
import { stubApi } from "@/testing/answers";
import { renderInStudio } from "@/testing/render";

import { ArchiveActions } from "./ArchiveActions";
import type * as archives from "./archives";
import { sendArchive } from "./archives";

vi.mock("./archives", async (original) => ({
  ...(await original<typeof archives>()),
  sendArchive: vi.fn(),
}));
vi.mock("@/lib/saveFile");
const send = vi.mocked(sendArchive);

const listing = { items: [], next_cursor: null, facets: { status: {}, group: { "a&b": 2, c: 1 } } };
const archive = new File(["zip"], "library.zip");
const item = (filename: string, outcome: ImportReport["items"][number]["outcome"]) => ({
  document_id: `id-${filename}`,
  filename,
  outcome,
  message: `Why it is ${outcome}.`,
});

beforeEach(() => {
  sessionStorage.clear();
  send.mockReset();
  vi.mocked(saveFile).mockReset();
});

async function openDialog(name: "Export…" | "Import…") {
  const view = await renderInStudio(<ArchiveActions isEmpty={false} />);
  await userEvent.click(screen.getByRole("button", { name }));
  return view;
}

async function chooseGroup(name: string) {
  await userEvent.click(await screen.findByRole("combobox", { name: "Documents" }));
  await userEvent.click(await screen.findByRole("option", { name }));
}

it("exports everything or one group through a link, which streams", async () => {
  stubApi({ "GET /api/documents": { body: listing } });
  await openDialog("Export…");
  expect(await screen.findByDisplayValue("All: 3 documents")).toBeVisible();
  const link = screen.getByRole("link", { name: "Save the archive" });
  expect(link).toHaveAttribute("href", "/api/archive");
  expect(link).toHaveAttribute("download");
  await chooseGroup("a&b: 2 documents");
  expect(link).toHaveAttribute("href", "/api/archive?group=a%26b");
});

it("sends the token with an export, and says why one fails", async () => {
  keepToken("secret");
  let status = 503;
  const failure = { code: "database_unavailable", message: "MongoDB is away.", hint: "Wait." };
  stubApi({ "GET /api/documents": { body: listing } });
  const listed = globalThis.fetch;
  const asked: Request[] = [];
  vi.stubGlobal("fetch", async (input: Request | string, init?: RequestInit) => {
    if (typeof input !== "string") return listed(input);
    asked.push(new Request(new URL(input, "http://localhost"), init));
    if (status !== 200) return Response.json({ error: failure }, { status });
    const name = 'attachment; filename="ragstudio-2026-11-30.zip"';
    return new Response("zip", { headers: { "Content-Disposition": name } });
  });
  await openDialog("Export…");
  await chooseGroup("c: 1 document");
  await userEvent.click(screen.getByRole("button", { name: "Save the archive" }));
  expect(await screen.findByText("MongoDB is away.")).toBeVisible();
  expect(saveFile).not.toHaveBeenCalled();

  status = 200;
  await userEvent.click(screen.getByRole("button", { name: "Save the archive" }));
  await waitFor(() => expect(saveFile).toHaveBeenCalledOnce());
  expect(vi.mocked(saveFile).mock.calls[0]?.[1]).toBe("ragstudio-2026-11-30.zip");
  expect(asked.map(({ url }) => new URL(url).search)).toEqual(["?group=c", "?group=c"]);
  expect(asked[1]?.headers.get("Authorization")).toBe("Bearer secret");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("says what was imported, what was here already and what was refused", async () => {
  send.mockResolvedValue({
    items: [item("a.md", "imported"), item("b.md", "duplicate"), item("c.md", "conflict")],
    counts: { imported: 1, queued: 0, duplicate: 1, conflict: 1 },
  });
  const { queryClient } = await openDialog("Import…");
  const refresh = vi.spyOn(queryClient, "invalidateQueries");
  await userEvent.upload(screen.getByLabelText("Archive"), archive);
  expect(
    await screen.findByText("3 documents · 1 imported · 1 already here · 1 refused"),
  ).toBeVisible();
  expect(screen.getByRole("link", { name: "a.md" })).toHaveAttribute("href", "/documents/id-a.md");
  expect(screen.queryByRole("link", { name: "b.md" })).toBeNull();
  expect(screen.getByRole("region", { name: "Refused" })).toHaveTextContent("Why it is conflict.");
  expect(screen.queryByText(/to be processed/)).toBeNull();
  expect(refresh).toHaveBeenCalledWith({ queryKey: ["documents"] });
});

it("shows how far the archive is, can be cancelled, and says why it was refused", async () => {
  send.mockImplementationOnce((_, onProgress, signal) => {
    onProgress(1);
    return new Promise((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(new DOMException("", "AbortError"))),
    );
  });
  await openDialog("Import…");
  await userEvent.upload(screen.getByLabelText("Archive"), archive);
  expect(await screen.findByText("Sending library.zip: 1 B of 3 B.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByRole("button", { name: "Choose an archive" })).toBeEnabled();
  expect(screen.queryByRole("alert")).toBeNull();

  send.mockRejectedValueOnce(
    new ApiError({
      code: "invalid_archive",
      message: "It is damaged.",
      hint: "Take another.",
      status: 422,
    }),
  );
  await userEvent.upload(screen.getByLabelText("Archive"), archive);
  const alert = await screen.findByRole("alert");
  expect(alert).toHaveTextContent("It is damaged.Take another.invalid_archive");
  expect(screen.getByRole("button", { name: "Choose another archive" })).toBeEnabled();
});
