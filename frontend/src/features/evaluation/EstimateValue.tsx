import { Text } from "@mantine/core";

import type { Estimate } from "./evaluationTypes";
import { formatFigure } from "./metricWords";

interface Props {
  /** Null where there was nothing to count. */
  estimate: (Pick<Estimate, "value"> & Partial<Estimate>) | null | undefined;
  format?: (value: number) => string;
}

/** A figure, and under it the interval it may as well be anywhere in. */
export function EstimateValue({ estimate, format = formatFigure }: Props) {
  if (!estimate)
    return (
      <Text span inherit>
        –
      </Text>
    );
  const { value, low, high } = estimate;
  return (
    <span className="tabular" style={{ whiteSpace: "nowrap" }}>
      <span className="mono">{format(value)}</span>
      {low !== undefined && high !== undefined && (
        <Text span fz="xs" c="dimmed" display="block" className="mono">
          {format(low)} to {format(high)}
        </Text>
      )}
    </span>
  );
}
