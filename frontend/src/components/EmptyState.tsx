import { Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";

/** Nothing is here yet: says why, and offers what to do about it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="sm" py="xl" px="md" maw={560} mx="auto" ta="center">
      <Title order={2}>{title}</Title>
      <Text fz="sm" c="dimmed" component="div">
        {children}
      </Text>
    </Stack>
  );
}
