import { Text } from "@mantine/core";
import { IconArrowDownRight, IconArrowUpRight } from "@tabler/icons-react";

import type { Flip } from "./flips";

/** A verdict that is not what it was in the baseline. */
export function FlipMark({ flip }: { flip: Flip }) {
  const Icon = flip === "gained" ? IconArrowUpRight : IconArrowDownRight;
  return (
    <Text
      span
      inherit
      fw={500}
      c={flip === "gained" ? "var(--studio-good)" : "var(--studio-bad)"}
      style={{ whiteSpace: "nowrap" }}
    >
      <Icon size={13} aria-hidden style={{ verticalAlign: "-2px" }} /> {flip}
    </Text>
  );
}
