import { Group, ScrollArea } from "@mantine/core";

import { CopyButton } from "./CopyButton";

/** A command to copy, in monospace, on one line that scrolls. */
export function CommandLine({
  command,
  label = "Copy the command",
}: {
  command: string;
  label?: string;
}) {
  return (
    <Group
      gap="xs"
      wrap="nowrap"
      px="xs"
      py={3}
      style={{ background: "var(--studio-sunken)", borderRadius: 3 }}
    >
      <ScrollArea
        type="auto"
        offsetScrollbars="x"
        style={{ flex: 1, minWidth: 0 }}
        viewportProps={{ tabIndex: 0, "aria-label": "Command" }}
      >
        <code className="mono" style={{ whiteSpace: "pre", fontSize: 12 }}>
          {command}
        </code>
      </ScrollArea>
      <CopyButton value={command} label={label} />
    </Group>
  );
}
