import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";

import { renderInStudio } from "@/testing/render";

import { sampleResponse } from "./answerSamples";
import { WrittenAnswer } from "./WrittenAnswer";

const NOTICE = {
  is_configured: true,
  has_consented: true,
  consented_at: null,
  model: "m",
  base_url: "http://127.0.0.1:1",
  max_passages: 6,
  margin: 0.05,
  sends: [],
};

function stub(events: [string, unknown][], notice = NOTICE) {
  const stream = events.map(([n, d]) => `event: ${n}\ndata: ${JSON.stringify(d)}\n\n`).join("");
  const asked: string[] = [];
  vi.stubGlobal("fetch", (input: Request | string) => {
    const path = typeof input === "string" ? input : new URL(input.url).pathname;
    asked.push(path);
    return Promise.resolve(
      path === "/api/answers" ? new Response(stream) : new Response(JSON.stringify(notice)),
    );
  });
  return asked;
}

async function write() {
  await renderInStudio(<WrittenAnswer lab={{ q: "How many?" }} response={sampleResponse()} />);
  await userEvent.click(await screen.findByRole("button", { name: "Write an answer" }));
}

it("shows each sentence with its passages, and marks what they do not hold", async () => {
  const good = { unknown_citations: [], missing_terms: [], support: 0.9, is_supported: true };
  stub([
    ["passages", {}],
    ["piece", { text: "Twenty-five [1]." }],
    [
      "answer",
      {
        text: "",
        model: "m",
        sentences: [
          { ...good, text: "Twenty-five [1].", citations: [1] },
          { ...good, text: "Porto [4].", citations: [], unknown_citations: [4] },
        ],
      },
    ],
  ]);
  await write();
  expect(await screen.findByRole("link", { name: "1. leave.md" })).toBeVisible();
  expect(screen.getByText(/no passage has the number 4; it cites no passage/)).toBeVisible();
  expect(screen.getAllByText("Check this:")).toHaveLength(1);
});

it("says why there is no answer", async () => {
  stub([["failed", { reason: "The model's server answered 500." }]]);
  await write();
  expect(await screen.findByText(/answered 500/)).toBeVisible();
});

it("says that a connection ended early", async () => {
  stub([["piece", { text: "Half" }]]);
  await write();
  expect(await screen.findByText(/ended before the answer did/)).toBeVisible();
});

it("is absent without consent", async () => {
  const asked = stub([], { ...NOTICE, has_consented: false });
  await renderInStudio(<WrittenAnswer lab={{ q: "How?" }} response={sampleResponse()} />);
  await expect.poll(() => asked.length).toBe(1);
  expect(screen.queryByRole("button")).toBeNull();
});
