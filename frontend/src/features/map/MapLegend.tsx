import { Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { useState } from "react";

import { formatCount } from "@/lib/numbers";

import type { LegendEntry } from "./mapColors";
import classes from "./Map.module.css";

interface Props {
  entries: LegendEntry[];
  only: string | null;
  onOnly: (key: string | null) => void;
}

const FEW = 14;

/** What the colours mean. An entry chosen stands out alone; chosen again, all do. */
export function MapLegend({ entries, only, onOnly }: Props) {
  const [all, setAll] = useState(false);
  const shown = all ? entries : entries.slice(0, FEW);
  return (
    <Stack gap={1} component="ul" className={classes.legend} aria-label="Colours">
      {shown.map(({ key, label, color, count }) => (
        <li key={key}>
          <UnstyledButton
            className={classes.entry}
            aria-pressed={only === key}
            data-dimmed={(only !== null && only !== key) || undefined}
            onClick={() => onOnly(only === key ? null : key)}
          >
            <span className={classes.swatch} style={{ background: color }} aria-hidden />
            <Text span fz="xs" className="oneline anyname" title={label} dir="auto">
              {label}
            </Text>
            <Text span fz="xs" c="dimmed" className="tabular" ml="auto">
              {formatCount(count)}
            </Text>
          </UnstyledButton>
        </li>
      ))}
      {entries.length > FEW && (
        <Group component="li">
          <UnstyledButton
            fz="xs"
            c="var(--studio-accent)"
            onClick={() => setAll(!all)}
            aria-expanded={all}
          >
            {all ? "Fewer" : `All ${entries.length}`}
          </UnstyledButton>
        </Group>
      )}
    </Stack>
  );
}
