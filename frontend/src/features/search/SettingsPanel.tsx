import { Button, Group, NumberInput, Stack, Text } from "@mantine/core";

import { Explained } from "@/components/Explained";

import type { LabSearch } from "./labSearch";
import { useDraft } from "@/lib/useDraft";
import type { SearchDefaults } from "./useSearchDefaults";

interface Props {
  lab: LabSearch;
  defaults: SearchDefaults;
  /** The threshold the last search went by; null if it had none. */
  threshold: number | null;
  onChange: (patch: Partial<LabSearch>) => void;
}

/** Settings to try. They hold for this search and for nothing else. */
export function SettingsPanel({ lab, defaults, threshold, onChange }: Props) {
  const tried = [lab.limit, lab.candidates, lab.threshold].some((value) => value !== undefined);
  return (
    <Stack gap="xs" component="section" aria-label="Settings of this search">
      <Group justify="space-between" mih={22}>
        <Explained
          title="Settings"
          explanation="Applied to this search only, and part of the page address."
          topic="configuration"
        >
          <Text fz="sm" fw={600}>
            Settings
          </Text>
        </Explained>
        {tried && (
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() =>
              onChange({ limit: undefined, candidates: undefined, threshold: undefined })
            }
          >
            Defaults
          </Button>
        )}
      </Group>
      <Text fz="xs" c="dimmed">
        For this search only.
      </Text>
      <Setting
        label="Passages returned"
        value={lab.limit}
        fallback={String(defaults.limit)}
        min={1}
        max={100}
        onCommit={(limit) => onChange({ limit })}
      />
      <Setting
        label="Candidates per branch"
        value={lab.candidates}
        fallback={String(defaults.candidates)}
        min={1}
        max={500}
        onCommit={(candidates) => onChange({ candidates })}
      />
      <Setting
        label="Threshold (0 to 1)"
        value={lab.threshold}
        fallback={threshold === null ? "the reranker's own" : String(threshold)}
        min={0}
        max={1}
        step={0.01}
        decimals={6}
        onCommit={(value) => onChange({ threshold: value })}
      />
    </Stack>
  );
}

interface SettingProps {
  label: string;
  value: number | undefined;
  /** What goes where nothing is set. */
  fallback: string;
  min: number;
  max: number;
  step?: number;
  decimals?: number;
  onCommit: (value: number | undefined) => void;
}

function Setting({ label, value, fallback, decimals = 0, onCommit, ...bounds }: SettingProps) {
  const [draft, setDraft] = useDraft<number | string>(value ?? "");
  const commit = (entered: number | string) => {
    const number = entered === "" ? undefined : Number(entered);
    if (number !== value && !Number.isNaN(number)) onCommit(number);
  };
  return (
    <NumberInput
      label={label}
      placeholder={fallback}
      value={draft}
      onChange={setDraft}
      onBlur={() => commit(draft)}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit(draft);
      }}
      allowDecimal={decimals > 0}
      decimalScale={decimals}
      allowNegative={false}
      clampBehavior="strict"
      {...bounds}
    />
  );
}
