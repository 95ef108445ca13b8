import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";

import { renderInStudio } from "@/testing/render";

import { AggregateNote } from "./AggregateNote";

const groups = Array.from({ length: 9 }, (_, at) => ({ value: `part-${at}`, count: 90 - at }));
const aggregate = {
  document_id: "d1",
  filename: "test-cases.csv",
  records: 5000,
  matching: 774,
  conditions: { type: ["security"], priority: ["high", "critical"] },
  group_by: "component",
  groups,
  answer: "part-0 has the most: 90 of 774.",
};

it("says what was counted, over how many records, under which conditions", async () => {
  await renderInStudio(<AggregateNote aggregate={aggregate} />);
  const note = screen.getByRole("region", { name: "Counted over records" });
  expect(note).toHaveTextContent("part-0 has the most: 90 of 774.");
  expect(note).toHaveTextContent(
    "774 of 5,000 records match (type is security, priority is high or critical) in",
  );
  const table = within(screen.getByRole("table", { name: "Records by component" }));
  expect(table.getAllByRole("row")).toHaveLength(9);
  await userEvent.click(screen.getByRole("button", { name: "All 9" }));
  expect(table.getAllByRole("row")).toHaveLength(10);
});
