import { Checkbox, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";

import { formatCount } from "@/lib/numbers";

interface Props {
  legend: string;
  /** Every choice with its count; null where nothing was counted. */
  choices: ReadonlyArray<{ value: string; count: number | null }>;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

const FEW = 7;

/** A filter as check boxes, each with the number of passages it has. */
export function FacetChoices({ legend, choices, chosen, onChange }: Props) {
  const [all, setAll] = useState(false);
  // What the address says is shown even if the corpus no longer has it.
  const gone = chosen.filter((value) => !choices.some((choice) => choice.value === value));
  const known = [...choices, ...gone.map((value) => ({ value, count: 0 }))];
  const shown = all ? known : known.filter(({ value }, at) => at < FEW || chosen.includes(value));
  const toggle = (value: string) =>
    onChange(
      chosen.includes(value) ? chosen.filter((entry) => entry !== value) : [...chosen, value],
    );
  if (!known.length) return null;
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
      <Text component="legend" fz="xs" fw={600} mb={4} p={0}>
        {legend}
      </Text>
      <Stack gap={3}>
        {shown.map(({ value, count }) => (
          <Group key={value} gap="xs" justify="space-between" wrap="nowrap">
            <Checkbox
              size="xs"
              label={
                <span className="anyname" dir="auto">
                  {value}
                </span>
              }
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
              styles={{ body: { alignItems: "flex-start" } }}
            />
            {count !== null && (
              <Text fz="xs" c="dimmed" className="tabular" aria-label={`${count} passages`}>
                {formatCount(count)}
              </Text>
            )}
          </Group>
        ))}
        {known.length > FEW && (
          <UnstyledButton onClick={() => setAll(!all)} aria-expanded={all}>
            <Text fz="xs" c="var(--studio-accent)">
              {all ? "Fewer" : `All ${known.length}`}
            </Text>
          </UnstyledButton>
        )}
      </Stack>
    </fieldset>
  );
}
