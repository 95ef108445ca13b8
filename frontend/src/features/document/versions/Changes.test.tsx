import { screen } from "@testing-library/react";
import { expect, it } from "vitest";

import { renderInStudio } from "@/testing/render";

import { ChangedPassage } from "./ChangedPassage";
import { listRows, nameSections } from "./changeRows";
import type { DocumentChanges, PassageChange } from "./versionQueries";

const passage = (fields: Partial<PassageChange>): PassageChange => ({
  kind: "changed",
  before: "You have 22 days.",
  after: "You have 25 days.",
  before_spans: [[9, 11]],
  after_spans: [[9, 11]],
  ...fields,
});

const added = passage({ kind: "added", before: null, after: "🦑 New.", after_spans: [] });

const changes: DocumentChanges = {
  before_id: "a",
  before_filename: "a.md",
  after_id: "b",
  after_filename: "b.md",
  counts: { added: 1, removed: 0, changed: 1, unchanged: 3 },
  sections: [
    {
      kind: "unchanged",
      before_section: "Leave > 1. Scope",
      after_section: "Leave > 1. Scope",
      passages: [],
      unchanged_passages: 3,
    },
    {
      kind: "changed",
      before_section: "Leave > 2. Days",
      after_section: "Leave > 3. Days",
      passages: [passage({}), added],
      unchanged_passages: 0,
    },
  ],
};

it("lists every section and what changed in it", () => {
  expect(listRows(changes, "all").map(({ type }) => type)).toEqual([
    "section",
    "section",
    "passage",
    "passage",
  ]);
});

it("leaves out sections in which nothing of the wanted kind stands", () => {
  expect(listRows(changes, "added").map(({ key }) => key)).toEqual(["s1", "s1p0"]);
  expect(listRows(changes, "removed")).toEqual([]);
});

it("leaves the title out, and names both headings where they differ", () => {
  const retitled = structuredClone(changes);
  for (const section of retitled.sections) {
    section.before_section = section.before_section!.replace("Leave", "Leave 2024");
  }
  expect(retitled.sections.map(nameSections(retitled))).toEqual(["1. Scope", "2. Days → 3. Days"]);
});

it("names a section by the side it stands on, and what is above the first heading", () => {
  const [unchanged] = changes.sections;
  const sections = [
    { ...unchanged!, kind: "removed" as const, after_section: null },
    { ...unchanged!, kind: "added" as const, before_section: null },
    { ...unchanged!, before_section: null, after_section: null },
    { ...unchanged!, before_section: "Leave", after_section: "Leave" },
    { ...unchanged!, before_section: "Annex > A", after_section: "Annex > A" },
  ];
  expect(sections.map(nameSections({ ...changes, sections }))).toEqual([
    "Leave > 1. Scope",
    "Leave > 1. Scope",
    "Before the first heading",
    "Leave",
    "Annex > A",
  ]);
});

it("strikes through what went and underlines what came", async () => {
  const { container } = await renderInStudio(<ChangedPassage passage={passage({})} />);
  expect(container.querySelector("del")).toHaveTextContent(/^22$/);
  expect(container.querySelector("ins")).toHaveTextContent(/^25$/);
});

it("marks a new passage whole, and says that the other version has none", async () => {
  const { container } = await renderInStudio(<ChangedPassage passage={added} />);
  expect(screen.getByRole("article", { name: "Passage added" })).toBeVisible();
  expect(screen.getByText("not in this version")).toBeVisible();
  expect(container.querySelector("ins")).toHaveTextContent("🦑 New.");
});
