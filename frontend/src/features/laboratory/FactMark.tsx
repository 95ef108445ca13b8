import { IconCheck, IconX } from "@tabler/icons-react";
import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";

/** A finding with a sign before it; sign and words say the same, colour repeats it. */
export function FactMark({ good, children }: { good: boolean; children: ReactNode }) {
  const Icon = good ? IconCheck : IconX;
  return (
    <Group gap={5} wrap="nowrap" align="flex-start">
      <Icon
        size={14}
        stroke={2.2}
        aria-hidden
        style={{
          flex: "none",
          marginTop: 3,
          color: good ? "var(--studio-good)" : "var(--studio-bad)",
        }}
      />
      <Text fz="sm" component="div" className="anyname tabular">
        {children}
      </Text>
    </Group>
  );
}
