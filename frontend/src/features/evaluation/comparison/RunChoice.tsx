import { ActionIcon, Group, Select, Tooltip } from "@mantine/core";
import { IconArrowsExchange } from "@tabler/icons-react";

import { formatInstant } from "@/lib/time";

import type { Run } from "../evaluationTypes";
import { listNames, type NamedBaseline } from "../baselineNames";
import type { Choice } from "./choice";
import type { CompareSearch, Pairing } from "./compareSearch";

interface Props {
  runs: Run[];
  baselines: readonly NamedBaseline[];
  choice: Choice;
  onChange: (fields: CompareSearch) => void;
}

const pairings: { value: Pairing; label: string }[] = [
  { value: "same", label: "each mode with itself" },
  { value: "hybrid-vector", label: "hybrid, against vector only" },
  { value: "vector-hybrid", label: "vector only, against hybrid" },
];

function nameRun(run: Run, names: readonly string[]): string {
  const totals = run.summaries
    .filter(({ suite }) => suite === null)
    .map(({ mode, cases }) => `${mode} ${cases.passed} of ${cases.total}`);
  return [...names, formatInstant(run.started_at), ...totals].join(", ");
}

/** Any two runs, and which of their modes are held against each other. */
export function RunChoice({ runs, baselines, choice, onChange }: Props) {
  const finished = runs.filter(({ status }) => status === "finished");
  const listed = finished.map((run) => ({
    value: run.id,
    label: nameRun(run, listNames(baselines, run.id)),
  }));
  // An older run may be named in the address, or be a baseline.
  const known = (id: string) => {
    const older = new Set([id, ...baselines.map(({ run_id }) => run_id)]);
    for (const { value } of listed) older.delete(value);
    const labels = [...older].map((value) => ({
      value,
      label: listNames(baselines, value).join(", ") || value,
    }));
    return [...listed, ...labels];
  };
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label="Run"
        data={known(choice.run)}
        value={choice.run}
        allowDeselect={false}
        onChange={(run) => run && onChange({ ...choice, run })}
        style={{ flex: "1 1 240px" }}
        maw={380}
      />
      <Tooltip label="Swap the two">
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Swap the two"
          onClick={() => onChange({ ...choice, run: choice.baseline, baseline: choice.run })}
        >
          <IconArrowsExchange size={15} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Select
        label="Against"
        data={known(choice.baseline)}
        value={choice.baseline}
        allowDeselect={false}
        onChange={(baseline) => baseline && onChange({ ...choice, baseline })}
        style={{ flex: "1 1 240px" }}
        maw={380}
      />
      <Select
        label="Modes"
        data={pairings}
        value={choice.pairing}
        allowDeselect={false}
        onChange={(pairing) => pairing && onChange({ ...choice, pairing: pairing })}
        w={230}
      />
    </Group>
  );
}
