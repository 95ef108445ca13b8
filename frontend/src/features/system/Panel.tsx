import { Group, Paper, Stack, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";

import type { GuideTopic } from "@/lib/guide";
import { GuideLink } from "@/components/GuideLink";

interface Props {
  title: string;
  topic?: GuideTopic;
  children: ReactNode;
}

/** One part of the system, under its name. */
export function Panel({ title, topic, children }: Props) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} miw={0}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={2} id={id}>
            {title}
          </Title>
          {topic && <GuideLink topic={topic} />}
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
