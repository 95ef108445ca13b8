import { Button, Group, Stack, Table, Text } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";

import { storageQuery } from "@/api/documents";
import type { StudioDocument } from "@/api/types";
import { ErrorNotice } from "@/components/ErrorNotice";
import { GuideLink } from "@/components/GuideLink";
import { formatCount } from "@/lib/numbers";
import { representationNames, representations } from "@/lib/representations";
import { Waiting } from "@/components/Waiting";

import { DocumentNames } from "./DocumentNames";
import { addCounts } from "./receipts";
import { useSupersede } from "./useDeletion";

interface Props {
  documents: StudioDocument[];
  onCancel: () => void;
  onDelete: () => void;
}

/** What will go, by representation and count, and the alternative. */
export function DeletionQuestion({ documents, onCancel, onDelete }: Props) {
  const supersede = useSupersede();
  const storage = useQueries({ queries: documents.map(({ id }) => storageQuery(id)) });
  const counts = storage.flatMap(({ data }) => (data ? [data] : []));
  const counted = counts.length === documents.length;
  const failed = storage.find(({ error }) => error);
  const totals = addCounts(counts);
  const canSupersede = documents.every(
    ({ status, source }) => status === "ready" && source.status !== "superseded",
  );
  return (
    <Stack gap="md">
      <DocumentNames documents={documents} />
      {!counted && !failed && <Waiting lines={7} />}
      {failed && (
        <ErrorNotice
          error={failed.error}
          onRetry={() => storage.forEach((query) => void query.refetch())}
        />
      )}
      {counted && (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>What will go</Table.Th>
              <Table.Th ta="right">Count</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {representationNames.map((name) => (
              <Table.Tr key={name}>
                <Table.Td>
                  {representations[name].label}
                  <Text fz="xs" c="dimmed">
                    {representations[name].what}
                  </Text>
                </Table.Td>
                <Table.Td ta="right" className="tabular">
                  {formatCount(totals[name])}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Text fz="sm">
        This cannot be undone.
        {canSupersede &&
          " Marked as superseded instead, it stays for questions about the past and no longer answers as current."}{" "}
        <GuideLink topic="deleting" />
      </Text>
      {supersede.error && <ErrorNotice error={supersede.error} />}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" size="sm" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        {canSupersede && (
          <Button
            variant="default"
            size="sm"
            loading={supersede.isPending}
            onClick={() => supersede.mutate(documents, { onSuccess: onCancel })}
          >
            Mark as superseded
          </Button>
        )}
        <Button size="sm" color="red.9" disabled={supersede.isPending} onClick={onDelete}>
          Delete for good
        </Button>
      </Group>
    </Stack>
  );
}
