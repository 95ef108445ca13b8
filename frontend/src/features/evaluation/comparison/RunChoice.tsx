import { ActionIcon, Group, Select, Tooltip } from "@mantine/core";
import { IconArrowsExchange } from "@tabler/icons-react";

import { formatInstant } from "@/components/time";

import type { Run } from "../evaluationTypes";
import type { Choice } from "./choice";
import type { CompareSearch, Pairing } from "./compareSearch";

interface Props {
  runs: Run[];
  choice: Choice;
  onChange: (fields: CompareSearch) => void;
}

const pairings: { value: Pairing; label: string }[] = [
  { value: "same", label: "each mode with itself" },
  { value: "hybrid-vector", label: "hybrid, against vector only" },
  { value: "vector-hybrid", label: "vector only, against hybrid" },
];

function nameRun(run: Run): string {
  const totals = run.summaries
    .filter(({ suite }) => suite === null)
    .map(({ mode, cases }) => `${mode} ${cases.passed} of ${cases.total}`);
  return [formatInstant(run.started_at), ...totals].join(", ");
}

/** Any two runs, and which of their modes are held against each other. */
export function RunChoice({ runs, choice, onChange }: Props) {
  const finished = runs.filter(({ status }) => status === "finished");
  const listed = finished.map((run) => ({ value: run.id, label: nameRun(run) }));
  // An older run may be named in the address.
  const known = (id: string) =>
    listed.some(({ value }) => value === id) ? listed : [...listed, { value: id, label: id }];
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
