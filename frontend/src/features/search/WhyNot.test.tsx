import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { stubApi } from "@/testing/answers";
import { renderInStudio } from "@/testing/render";

import { sampleChunk, sampleResponse } from "./answerSamples";
import { WhyNot } from "./WhyNot";

const document = {
  id: "d1",
  filename: "leave.md",
  status: "ready",
  counts: { characters: 90, chunks: 2, vectors: 2 },
};
const chunks = [sampleChunk({ id: "b" }), sampleChunk({ id: "z", chunk_index: 1 })];

function prepare() {
  return stubApi({
    "GET /api/documents": {
      body: { items: [document], next_cursor: null, facets: { status: {} } },
    },
    "GET /api/documents/d1/chunks": (request: Request) => {
      const query = new URL(request.url).searchParams;
      const from = Number(query.get("offset"));
      return { items: chunks.slice(from, from + Number(query.get("limit"))), total: 2 };
    },
  });
}

it("says at which stage the chosen passage was lost", async () => {
  prepare();
  await renderInStudio(
    <WhyNot
      lab={{ q: "x", why_document: "d1", why_chunk: 0 }}
      responses={[sampleResponse()]}
      circumstances={{ pool: 3, limit: 6 }}
      onChange={() => {}}
    />,
  );
  expect(
    await screen.findByText(/Lost at the threshold: its reranker score 0\.0300/),
  ).toBeVisible();
  expect(screen.getByText("Text").closest("tr")).toHaveTextContent("not among 2");
  expect(screen.getByText("Reranked").closest("tr")).toHaveTextContent("3 of 3");
});

it("puts the choice where the address can keep it", async () => {
  prepare();
  const change = vi.fn();
  await renderInStudio(
    <WhyNot
      lab={{ q: "x" }}
      responses={[sampleResponse()]}
      circumstances={{ pool: 3, limit: 6 }}
      onChange={change}
    />,
  );
  await userEvent.click(screen.getByRole("combobox", { name: "Document" }));
  await userEvent.click(await screen.findByRole("option", { name: "leave.md" }));
  expect(change).toHaveBeenCalledWith({ why_document: "d1", why_chunk: 0 });
});
