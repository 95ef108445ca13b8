import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";

import type { Hit } from "@/api/types";
import { renderInStudio } from "@/testing/render";

import { sampleHit } from "./answerSamples";
import { HitCard } from "./HitCard";

const show = (hit: Hit, mode: "vector" | "hybrid" = "hybrid", threshold: number | null = 0.15) =>
  renderInStudio(
    <HitCard
      hit={hit}
      place={1}
      mode={mode}
      threshold={threshold}
      rrfK={60}
      highlighted={false}
      onHighlight={() => {}}
    />,
  );

describe("HitCard", () => {
  it("shows the arithmetic of every stage", async () => {
    await show(sampleHit());
    expect(screen.queryByText(/1\/\(60\+1\)/)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole("button", { name: /^Scores: reranker 0.6000/ }));
    const article = screen.getByRole("article", { name: "Result 1: leave.md" });
    expect(screen.getByRole("button", { name: "Cosine 0.6000" })).toBeVisible();
    expect(article).toHaveTextContent("(1 + cos)/2 = 0.8000");
    expect(article).toHaveTextContent("BM25rank 46.2858");
    expect(article).toHaveTextContent("1/(60+1) + 1/(60+4)");
    expect(article).toHaveTextContent("logit 0.4055 → 1/(1 + e^−0.4055)");
    expect(article).toHaveTextContent("0.6000 ≥ 0.1500");
  });

  it("says which stage has no score, and does not make one up", async () => {
    await show(
      sampleHit({
        scores: {
          vector: null,
          text: 3,
          fused: 0.0164,
          reranker: null,
          reranker_logit: null,
          evidence_logit: null,
        },
        ranks: { vector: null, text: 1, fused: 1, reranker: null },
      }),
    );
    await userEvent.click(screen.getByRole("button", { name: /^Scores: / }));
    const article = screen.getByRole("article");
    expect(article).toHaveTextContent("not among the nearest");
    expect(article).toHaveTextContent("0 + 1/(60+1)");
    expect(article).toHaveTextContent("not reranked");
    expect(screen.queryByRole("button", { name: "Threshold 0.1500" })).not.toBeInTheDocument();
  });

  it("shows of vector mode only what it has", async () => {
    await show(sampleHit(), "vector", null);
    expect(screen.queryByText("RRF")).not.toBeInTheDocument();
  });

  it("marks the matched words by code points", async () => {
    await show(sampleHit());
    expect(document.querySelector("mark")).toHaveTextContent(/^annual$/);
  });

  it("shows markup as text", async () => {
    await show(sampleHit({ content: "<img src=x onerror=alert(1)>", highlights: [] }));
    expect(screen.getByText("<img src=x onerror=alert(1)>")).toBeVisible();
    expect(document.querySelector("article img")).toBeNull();
  });

  it("opens a long passage", async () => {
    await show(sampleHit({ content: "word ".repeat(200), highlights: [] }));
    const more = screen.getByRole("button", { name: "Show the whole passage" });
    await userEvent.click(more);
    expect(screen.getByRole("button", { name: "Show less" })).toHaveAttribute(
      "aria-expanded",
      "true",
    );
  });
});
