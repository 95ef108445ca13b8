import { Group, Paper, Stack, Title } from "@mantine/core";
import type { ReactNode } from "react";

import type { GuideTopic } from "@/lib/guide";
import { GuideLink } from "@/components/GuideLink";

interface Props {
  title: string;
  topic: GuideTopic;
  children: ReactNode;
}

/** A framed part of the overview. */
export function Section({ title, topic, children }: Props) {
  return (
    <Paper component="section" aria-label={title}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{title}</Title>
          <GuideLink topic={topic} />
        </Group>
        {children}
      </Stack>
    </Paper>
  );
}
