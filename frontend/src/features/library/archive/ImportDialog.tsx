import { Button, Group, Modal, Progress, Stack, Text } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { libraryKey, restoreDocuments } from "@/api/documents";
import { ErrorNotice } from "@/components/ErrorNotice";
import { GuideLink } from "@/components/GuideLink";
import { formatBytes } from "@/lib/numbers";

import { sendArchive } from "./archives";
import { ImportOutcomes } from "./ImportOutcomes";

/** Choose an archive, watch it go, and read what became of each document. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const calling = useRef<AbortController>(null);
  const [sentBytes, setSentBytes] = useState(0);
  const taking = useMutation({
    mutationFn: (file: File) => {
      setSentBytes(0);
      calling.current = new AbortController();
      return sendArchive(file, setSentBytes, calling.current.signal);
    },
    onSuccess: ({ items }) => {
      const stored = items.filter(({ outcome }) => outcome === "imported" || outcome === "queued");
      restoreDocuments(
        queryClient,
        stored.map(({ document_id }) => document_id),
      );
      return queryClient.invalidateQueries({ queryKey: libraryKey });
    },
  });
  const cancel = () => {
    calling.current?.abort();
    taking.reset();
  };
  const { data: report, error, isPending, variables: file } = taking;
  const size = file?.size ?? 0;
  const isSent = sentBytes >= size;
  return (
    <Modal
      opened
      onClose={onClose}
      title="Import"
      closeOnClickOutside={!isPending}
      closeOnEscape={!isPending}
      withCloseButton={!isPending}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Stack gap="sm">
        {!report && (
          <Text fz="sm">
            An archive that a studio exported. It is verified first: if anything in it is damaged or
            was changed, nothing is stored. Documents that are here already stay as they are.
          </Text>
        )}
        {isPending && file && (
          <Stack gap={4} role="status">
            <Text fz="sm" className="anyname tabular">
              {isSent
                ? `Verifying and storing what is in ${file.name}.`
                : `Sending ${file.name}: ${formatBytes(sentBytes)} of ${formatBytes(size)}.`}
            </Text>
            <Progress
              size="sm"
              radius={1}
              value={isSent ? 100 : (100 * sentBytes) / size}
              animated={isSent}
              aria-label="Archive sent"
            />
          </Stack>
        )}
        {error && <ErrorNotice error={error} />}
        {report && <ImportOutcomes report={report} />}
        <Group justify="space-between" gap="xs">
          <GuideLink topic="importing" />
          <Group gap="xs">
            {isPending && !isSent && (
              <Button variant="subtle" onClick={cancel}>
                Cancel
              </Button>
            )}
            {report ? (
              <Button onClick={onClose}>Done</Button>
            ) : (
              <Button loading={isPending} data-autofocus onClick={() => input.current?.click()}>
                {error ? "Choose another archive" : "Choose an archive"}
              </Button>
            )}
          </Group>
        </Group>
      </Stack>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label="Archive"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) taking.mutate(chosen);
          currentTarget.value = "";
        }}
      />
    </Modal>
  );
}
