import { expect, it } from "vitest";

import { examples } from "./examples";
import { readFacts, splitFact } from "./facts";
import { findEvidence, findMaterial, laboratoryBody } from "./laboratoryRequest";

const pasted = { text: "# Leave", content_type: "text/markdown", revision: 4 };

it("cuts the document of the address, else its example, else the pasted text", () => {
  expect(findMaterial({ document: "6b0c", example: "table" }, pasted)?.material).toEqual({
    document_id: "6b0c",
  });
  expect(findMaterial({ example: "table" }, pasted)?.material).toMatchObject({
    content_type: "text/csv",
  });
  expect(findMaterial({}, pasted)).toEqual({
    key: "text 4",
    material: { text: "# Leave", content_type: "text/markdown" },
  });
  expect(findMaterial({}, null)).toBeNull();
});

it("reads facts a line, values between semicolons", () => {
  const facts = readFacts(" Kelworth ;Notice days;; 113\n\n;\nSpain\nSpain ");
  expect(facts).toEqual(["Kelworth; Notice days; 113", "Spain"]);
  expect(splitFact(facts[0] ?? "")).toEqual(["Kelworth", "Notice days", "113"]);
});

it("asks for evidence only where there is a fact or a question", () => {
  expect(findEvidence({ q: "  ", fact: [";"], limit: 3 })).toBeUndefined();
  expect(findEvidence({ fact: ["Spain; 30"], limit: 3 })).toEqual({
    facts: [["Spain", "30"]],
    question: undefined,
    limit: 3,
  });
});

it("sends a side as the API has it", () => {
  const body = laboratoryBody({ document_id: "6b0c" }, { size: 600, plain: true }, undefined);
  expect(JSON.parse(JSON.stringify(body))).toEqual({
    document_id: "6b0c",
    sides: [{ size: 600, read_as: "plain_text" }],
  });
});

it("writes an example whose facts stand in its table, late ones far from the column names", () => {
  const { write, search } = examples.table;
  const [header = "", ...rows] = write().trimEnd().split("\n");
  for (const fact of search.fact ?? []) {
    const [branch = "", column = "", value] = splitFact(fact);
    const row = rows.find((line) => line.startsWith(`${branch},`));
    expect(row?.split(",")[header.split(",").indexOf(column)]).toBe(value);
  }
  const late = write().indexOf(splitFact(search.fact?.at(-1) ?? "")[0] ?? "");
  expect(late).toBeGreaterThan(4 * (search.a_size ?? 0));
});
