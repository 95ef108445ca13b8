import { Group, Text } from "@mantine/core";

import { CopyButton } from "@/components/CopyButton";
import { formatScore } from "@/lib/numbers";

/** The numbers of a vector, in order. */
export function VectorNumbers({ vector }: { vector: readonly number[] }) {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
  return (
    <div>
      <Group gap="xs" mb={4}>
        <Text fz="xs" c="dimmed" className="tabular">
          {vector.length} numbers, length {formatScore(length)}
        </Text>
        <CopyButton value={JSON.stringify(vector)} label="Copy the vector as JSON" />
      </Group>
      <div
        className="mono tabular"
        style={{
          display: "grid",
          gridTemplateColumns: "repeat(auto-fill, minmax(62px, 1fr))",
          gap: "1px 8px",
          fontSize: 11,
          textAlign: "right",
        }}
      >
        {vector.map((value, place) => (
          <span key={place}>{formatScore(value)}</span>
        ))}
      </div>
    </div>
  );
}
