import { Button, Group, Stack, Table, Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import { useRouter } from "@tanstack/react-router";

import { useStore } from "@/api/store";
import type { DeletionReceipt } from "@/api/types";
import { lastSearch } from "@/lib/lastSearch";
import { CopyButton } from "@/components/CopyButton";
import { ErrorNotice } from "@/components/ErrorNotice";
import { formatCount } from "@/lib/numbers";
import { labelRepresentation } from "@/lib/representations";
import { formatDuration } from "@/lib/time";
import { TimeStamp } from "@/components/TimeStamp";

import { DocumentNames } from "./DocumentNames";
import { addReceipts } from "./receipts";
import type { Failure } from "./useDeletion";

interface Props {
  receipts: DeletionReceipt[];
  failures: Failure[];
  onClose: () => void;
  /** Another screen is about to be shown. */
  onLeave: () => void;
}

function Verdict({ receipts }: { receipts: DeletionReceipt[] }) {
  const verified = receipts.every((receipt) => receipt.verified);
  const Icon = verified ? IconCheck : IconAlertTriangle;
  return (
    <Group gap={6} c={verified ? "var(--studio-good)" : "var(--studio-bad)"} wrap="nowrap">
      <Icon size={16} aria-hidden />
      <Text fz="sm" fw={500}>
        {verified
          ? "Counted again in every representation: nothing is left."
          : "Counted again: something is left. It is taken up again by itself."}
      </Text>
    </Group>
  );
}

/** What was there, what was removed, and what a second count found. */
export function Receipt({ receipts, failures, onClose, onLeave }: Props) {
  const router = useRouter();
  const search = useStore(lastSearch);
  const [first] = receipts;
  return (
    <Stack gap="md" role="status" aria-label="Deletion receipt">
      {first && (
        <>
          <Verdict receipts={receipts} />
          <DocumentNames
            documents={receipts.map(({ document_id, filename }) => ({ id: document_id, filename }))}
          />
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Representation</Table.Th>
                <Table.Th ta="right">Was there</Table.Th>
                <Table.Th ta="right">Removed</Table.Th>
                <Table.Th ta="right">Counted again</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody className="tabular">
              {addReceipts(receipts).map(({ name, before, removed, after }) => (
                <Table.Tr key={name}>
                  <Table.Td>{labelRepresentation(name)}</Table.Td>
                  <Table.Td ta="right">{formatCount(before)}</Table.Td>
                  <Table.Td ta="right">{formatCount(removed)}</Table.Td>
                  <Table.Td ta="right" fw={600} c={after ? "var(--studio-bad)" : undefined}>
                    {formatCount(after)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          <Group gap="xs" justify="space-between">
            <Text fz="xs" c="dimmed">
              Deleted <TimeStamp value={first.deleted_at} />
              {receipts.length === 1 && (
                <>
                  {" · the search index followed in "}
                  {formatDuration(first.index_seconds * 1000)}
                  {" · sha256 "}
                  <span className="mono">{first.sha256.slice(0, 12)}…</span>
                </>
              )}
            </Text>
            <CopyButton
              value={JSON.stringify(receipts.length === 1 ? first : receipts, null, 2)}
              label="Copy the receipt as JSON"
            />
          </Group>
        </>
      )}
      {failures.map(({ document, error }) => (
        <ErrorNotice key={document.id} error={error} />
      ))}
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            onLeave();
            router.history.push(search ?? "/search");
          }}
        >
          {search ? "Repeat the last search" : "Ask the search lab"}
        </Button>
        <Button size="sm" onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
