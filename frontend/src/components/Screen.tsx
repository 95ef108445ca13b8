import { Group, Stack, Text, Title } from "@mantine/core";
import { type ReactNode, useEffect } from "react";

interface Props {
  title: string;
  /** Shown instead of the title, which then only names the browser tab. */
  heading?: ReactNode;
  /** One line under the title. */
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every screen: browser title, heading, actions, content. */
export function Screen({ title, heading, lead, actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} · RAG studio`;
  }, [title]);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <Stack gap={2} miw={0} style={{ flex: "1 1 240px" }}>
          <Title order={1} className="anyname">
            {heading ?? title}
          </Title>
          {lead && (
            <Text fz="sm" c="dimmed" component="div">
              {lead}
            </Text>
          )}
        </Stack>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
