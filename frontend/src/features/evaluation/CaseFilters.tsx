import { Button, Group, SegmentedControl, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";

import { FacetFilter } from "@/components/FacetFilter";

import { type CaseRow, countOutcomes, countRows } from "./caseRows";
import { type EvaluationSearch, type Outcome, OUTCOMES } from "./evaluationSearch";

interface Props {
  rows: CaseRow[];
  shown: number;
  search: EvaluationSearch;
  /** Whether there is a baseline to have flipped against. */
  compared: boolean;
  onChange: (fields: Partial<EvaluationSearch>) => void;
}

const labels: Record<Outcome, string> = {
  passed: "Passed",
  failed: "Failed",
  differs: "Modes differ",
  flipped: "Flipped",
};

/** Which cases are shown; the number each choice would show stands beside it. */
export function CaseFilters({ rows, shown, search, compared, onChange }: Props) {
  const [text, setText] = useState(search.q ?? "");
  const settle = useDebouncedCallback((q: string) => onChange({ q: q.trim() || undefined }), 150);
  const several = rows.some((row) => Object.keys(row.outcomes).length > 1);
  const outcomes = OUTCOMES.filter(
    (outcome) => (compared || outcome !== "flipped") && (several || outcome !== "differs"),
  );
  const counts = countOutcomes(rows, search, outcomes);
  const filtered = [search.q, search.outcome, search.suite, search.category].some(Boolean);
  return (
    <Group gap="xs">
      <SegmentedControl
        aria-label="Outcome"
        value={search.outcome ?? "all"}
        onChange={(value) => onChange({ outcome: value === "all" ? undefined : value })}
        data={[
          { value: "all", label: "All" },
          ...outcomes.map((outcome) => ({
            value: outcome,
            label: `${labels[outcome]} ${counts.get(outcome) ?? 0}`,
          })),
        ]}
      />
      <TextInput
        aria-label="Filter by question or reason"
        placeholder="Filter by question or reason"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        w={220}
        onChange={(event) => {
          setText(event.currentTarget.value);
          settle(event.currentTarget.value);
        }}
      />
      {(["suite", "category"] as const).map((column) => (
        <FacetFilter
          key={column}
          label={column === "suite" ? "Suite" : "Category"}
          counts={countRows(rows, search, column)}
          chosen={search[column] ?? []}
          onChange={(chosen) => onChange({ [column]: chosen.length ? chosen : undefined })}
        />
      ))}
      {filtered && (
        <Button
          variant="subtle"
          onClick={() => {
            setText("");
            onChange({ q: undefined, outcome: undefined, suite: undefined, category: undefined });
          }}
        >
          Clear filters
        </Button>
      )}
      <Text fz="sm" c="dimmed" className="tabular" ml="auto" role="status">
        {shown} of {rows.length}
      </Text>
    </Group>
  );
}
