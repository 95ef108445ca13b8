import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { stubApi } from "@/testing/answers";
import { renderInStudio } from "@/testing/render";

import { sampleResponse } from "./answerSamples";
import type { LabSearch } from "./labSearch";
import { useLabAnswers } from "./useLabAnswers";

function Asked({ lab }: { lab: LabSearch }) {
  const { data } = useLabAnswers(lab);
  return (
    <p>{data ? `vector ${data.vector !== null}, hybrid ${data.hybrid !== null}` : "nothing"}</p>
  );
}

it("asks both modes in one call, so that the question is embedded once", async () => {
  const made = stubApi({
    "POST /api/search/compare": {
      body: { vector: sampleResponse({ mode: "vector" }), hybrid: sampleResponse() },
    },
  });
  await renderInStudio(<Asked lab={{ q: " days ", mode: "both", limit: 3, block: ["row"] }} />);
  expect(await screen.findByText("vector true, hybrid true")).toBeVisible();
  expect(made).toHaveLength(1);
  expect(await made[0]?.json()).toEqual({
    query: "days",
    limit: 3,
    filters: { block_type: ["row"] },
    explain: true,
  });
});

it("asks one mode alone", async () => {
  const made = stubApi({ "POST /api/search": { body: sampleResponse({ mode: "vector" }) } });
  await renderInStudio(<Asked lab={{ q: "days", mode: "vector" }} />);
  expect(await screen.findByText("vector true, hybrid false")).toBeVisible();
  expect(await made[0]?.json()).toEqual({ query: "days", mode: "vector", explain: true });
});

it("asks nothing without a question", async () => {
  const made = stubApi({});
  await renderInStudio(<Asked lab={{ q: "  " }} />);
  expect(screen.getByText("nothing")).toBeVisible();
  expect(made).toHaveLength(0);
});
