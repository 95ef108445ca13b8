import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { stubApi } from "@/testing/answers";
import { makeDocument } from "@/testing/records";
import { renderInStudio } from "@/testing/render";

import { ChunkEquation } from "./ChunkEquation";
import { StatusCell } from "./StatusCell";

it("moves a bar through the stages and says how far it is", async () => {
  const document = makeDocument({
    status: "processing",
    stage: "embedding",
    progress: { done: 30, total: 120, unit: "chunks" },
    stages: (["extracting", "chunking"] as const).map((name) => ({
      name,
      started_at: "2026-11-29T10:00:00Z",
      finished_at: "2026-11-29T10:00:01Z",
      detail: {},
    })),
  });
  await renderInStudio(<StatusCell document={document} />);
  const bar = screen.getByRole("progressbar");
  expect(bar).toHaveAttribute("aria-valuenow", "2.25");
  expect(bar).toHaveAttribute("aria-valuetext", "embedding, 30 of 120 chunks");
});

it("shows why a document failed and retries it", async () => {
  const document = makeDocument({
    status: "failed",
    error: {
      code: "corrupt_file",
      message: "It is damaged.",
      stage: "extracting",
      hint: "Mend it.",
    },
  });
  const path = `/api/documents/${document.id}/retry`;
  const made = stubApi({
    [`POST ${path}`]: { status: 202, body: { ...document, status: "queued" } },
  });
  await renderInStudio(<StatusCell document={document} />);
  expect(screen.getByText("It is damaged.")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: `Retry ${document.filename}` }));
  expect(made.map(({ url }) => new URL(url).pathname)).toEqual([path]);
});

it("writes = between counts that agree and ≠ between those that do not", async () => {
  const { container } = await renderInStudio(<ChunkEquation document={makeDocument()} />);
  expect(container).toHaveTextContent("8 = 8 = 8");
  const odd = makeDocument({ counts: { characters: 1, chunks: 9, vectors: 8 } });
  const second = await renderInStudio(<ChunkEquation document={odd} />);
  expect(second.container).toHaveTextContent("9 ≠ 8 = 8");
});
