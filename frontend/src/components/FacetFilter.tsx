import { Button, Checkbox, Group, Popover, ScrollArea, Stack, Text } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";

import { formatCount } from "@/lib/numbers";

interface Props {
  /** What is filtered by: "Status". */
  label: string;
  /** Each choice with the number of things it would show. */
  counts: ReadonlyMap<string, number>;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** A filter with several choices, the count beside each; none chosen means all. */
export function FacetFilter({ label, counts, chosen, onChange }: Props) {
  const choices = new Map(counts);
  for (const value of chosen) if (!choices.has(value)) choices.set(value, 0);
  const summary = chosen.length === 0 ? "all" : chosen.length === 1 ? chosen[0] : chosen.length;
  return (
    <Popover position="bottom-start" trapFocus withinPortal>
      <Popover.Target>
        <Button
          variant="default"
          rightSection={<IconChevronDown size={13} aria-hidden />}
          styles={{ label: { gap: 5, maxWidth: 240 } }}
          style={chosen.length ? { borderColor: "var(--studio-accent)" } : undefined}
        >
          <Text span fz="xs" c="dimmed">
            {label}
          </Text>
          <span className="oneline">{summary}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Stack gap="xs">
          <ScrollArea.Autosize mah={280} type="auto">
            <Checkbox.Group value={[...chosen]} onChange={onChange} aria-label={label}>
              <Stack gap={6} miw={170} pr="sm">
                {[...choices].map(([value, count]) => (
                  <Checkbox
                    key={value}
                    size="xs"
                    value={value}
                    styles={{ body: { alignItems: "center" }, labelWrapper: { flex: 1 } }}
                    label={
                      <Group justify="space-between" wrap="nowrap" gap="md">
                        <span className="anyname">{value}</span>
                        <Text span fz="xs" c="dimmed" className="tabular">
                          {formatCount(count)}
                        </Text>
                      </Group>
                    }
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          </ScrollArea.Autosize>
          {chosen.length > 0 && (
            <Button variant="subtle" size="compact-xs" onClick={() => onChange([])}>
              All
            </Button>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
