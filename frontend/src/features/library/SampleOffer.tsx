import { Button, List, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";
import { libraryKey } from "@/api/documents";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { GuideLink } from "@/components/GuideLink";
import { startLesson } from "@/lib/lesson";

const demonstrations = [
  "Policies and procedures of a fictional company: questions with one right source.",
  "An amendment, a superseded policy and a draft that contradict each other: which one is in force?",
  "Noise: texts that use the same words and must not win.",
  "Tables and cross-references: exact values and identifiers such as SEC-104.",
  "Files that are hard to read: PDFs, sheets, slides, mail, a notice that is only a picture.",
];

/** The empty library: one button loads the samples, and the text says what they demonstrate. */
export function SampleOffer() {
  const queryClient = useQueryClient();
  const load = useMutation({
    mutationFn: () => unwrap(api.POST("/api/samples")),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: libraryKey }),
  });
  return (
    <EmptyState title="No documents yet">
      <Stack gap="md" align="center">
        <Text fz="sm">Drop your own files above, or begin with the sample documents:</Text>
        <List fz="sm" ta="left" spacing={4}>
          {demonstrations.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
        <Button size="sm" loading={load.isPending} onClick={() => load.mutate()}>
          Load the sample documents
        </Button>
        <Button variant="subtle" onClick={startLesson}>
          Take the lesson: load, watch, ask, compare, delete, ask again
        </Button>
        <GuideLink topic="lifecycle" label="What happens to a document" />
        {load.error && <ErrorNotice error={load.error} />}
      </Stack>
    </EmptyState>
  );
}
