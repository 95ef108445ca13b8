import { Badge } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";

/** Which facts a passage holds whole; `facts` count from 0, people from 1. */
export function FactBadges({ facts }: { facts: readonly number[] }) {
  return facts.map((fact) => (
    <Badge
      key={fact}
      variant="outline"
      size="xs"
      leftSection={<IconCheck size={10} stroke={2.4} aria-hidden />}
      styles={{ root: { color: "var(--studio-good)", borderColor: "var(--studio-good)" } }}
    >
      fact {fact + 1}
    </Badge>
  ));
}
