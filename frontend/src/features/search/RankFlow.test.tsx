import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";

import { renderInStudio } from "@/testing/render";

import { sampleStages } from "./answerSamples";
import { RankFlow } from "./RankFlow";
import type { FlowPassage } from "./flowData";
import { between } from "./useTweened";

function Held({ onChoose }: { onChoose: (passage: FlowPassage) => void }) {
  const [highlighted, setHighlighted] = useState<string | null>(null);
  return (
    <RankFlow
      stages={sampleStages()}
      highlighted={highlighted}
      onHighlight={setHighlighted}
      onChoose={onChoose}
    />
  );
}

it("names every passage with its whole way", async () => {
  await renderInStudio(<Held onChoose={() => {}} />);
  const options = within(screen.getByRole("listbox")).getAllByRole("option");
  expect(options).toHaveLength(4);
  expect(
    screen.getByRole("option", {
      name: "a.md #0: vector 2, text 1, fused 1, reranked 1; returned",
    }),
  ).toBeInTheDocument();
  expect(
    screen.getByRole("option", {
      name: "d.md #0: vector –, text 2, fused 4, reranked –; not reranked",
    }),
  ).toBeInTheDocument();
});

it("is walked by the arrow keys in final order, and Enter chooses", async () => {
  const choose = vi.fn();
  await renderInStudio(<Held onChoose={choose} />);
  await userEvent.tab();
  await userEvent.tab();
  const list = screen.getByRole("listbox");
  expect(list).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}");
  const active = document.getElementById(list.getAttribute("aria-activedescendant") ?? "");
  expect(active).toHaveAttribute("aria-selected", "true");
  expect(active?.getAttribute("aria-label")).toMatch(/^c\.md/);
  await userEvent.keyboard("{End}{Enter}");
  expect(choose).toHaveBeenCalledWith(expect.objectContaining({ id: "d" }));
  await userEvent.keyboard("{Escape}");
  expect(list).not.toHaveAttribute("aria-activedescendant");
});

it("moves what changed its rank, and puts what is new in its place", () => {
  const from = new Map([["fused:a", 0]]);
  const to = new Map([
    ["fused:a", 4],
    ["fused:b", 1],
  ]);
  expect([...between(from, to, 0.5)]).toEqual([
    ["fused:a", 2],
    ["fused:b", 1],
  ]);
  expect(between(from, to, 1).get("fused:a")).toBe(4);
});
