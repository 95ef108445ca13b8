import { Collapse, Text, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useId, useState } from "react";

import { Facts } from "./Facts";
import { Panel } from "./Panel";

/** Every setting by its variable's name; of a secret only whether it is set. */
export function SettingsPanel({ settings }: { settings: Record<string, unknown> }) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  const Chevron = opened ? IconChevronDown : IconChevronRight;
  return (
    <Panel title="Settings" topic="configuration">
      <UnstyledButton
        fz="sm"
        aria-expanded={opened}
        aria-controls={id}
        onClick={() => setOpened(!opened)}
      >
        <Chevron size={14} aria-hidden style={{ verticalAlign: "-2px" }} />{" "}
        {opened ? "Hide them" : `All ${Object.keys(settings).length}, as the server read them`}
      </UnstyledButton>
      <Collapse expanded={opened} id={id}>
        <Facts
          facts={Object.entries(settings).map(([name, value]) => [
            name,
            <SettingValue key={name} value={value} />,
          ])}
        />
      </Collapse>
    </Panel>
  );
}

function SettingValue({ value }: { value: unknown }) {
  if (value === null || value === "") {
    return (
      <Text span inherit c="dimmed">
        empty
      </Text>
    );
  }
  return <span className="mono">{typeof value === "string" ? value : JSON.stringify(value)}</span>;
}
