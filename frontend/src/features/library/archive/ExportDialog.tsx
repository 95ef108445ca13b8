import { Button, Group, Modal, Select, Stack, Text } from "@mantine/core";
import { queryOptions, useMutation, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { api, unwrap } from "@/api/client";
import { libraryKey } from "@/api/documents";
import { readToken } from "@/api/session";
import { ErrorNotice } from "@/components/ErrorNotice";
import { GuideLink } from "@/components/GuideLink";
import { plural } from "@/lib/numbers";
import { saveFile } from "@/lib/saveFile";

import { archivePath, fetchArchive } from "./archives";

/** How many documents each group has; of all, however few the browser holds. */
const groupsQuery = queryOptions({
  queryKey: [...libraryKey, "groups"],
  queryFn: async ({ signal }) => {
    const query = { limit: 1 };
    const page = await unwrap(api.GET("/api/documents", { params: { query }, signal }));
    return Object.entries(page.facets.group ?? {}).sort(([one], [other]) =>
      one.localeCompare(other),
    );
  },
  staleTime: 0,
});

/** Everything, or one group, as an archive the browser saves. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const [group, setGroup] = useState<string | null>(null);
  const { data: groups, error } = useQuery(groupsQuery);
  const calling = useRef<AbortController>(null);
  const collect = useMutation({
    mutationFn: () => {
      calling.current = new AbortController();
      return fetchArchive(group, calling.current.signal);
    },
    onSuccess: ({ bytes, filename }) => {
      saveFile(bytes, filename);
      onClose();
    },
  });
  const close = () => {
    calling.current?.abort();
    onClose();
  };
  const count = groups?.reduce((sum, [, documents]) => sum + documents, 0);
  const save = { children: "Save the archive", "data-autofocus": true };
  return (
    <Modal opened onClose={close} title="Export" closeButtonProps={{ "aria-label": "Close" }}>
      <Stack gap="sm">
        <Text fz="sm">
          One ZIP with the raw files, records, chunks and vectors. It holds the text of the
          documents: keep it as you keep them.
        </Text>
        <Select
          label="Documents"
          // A group may have any name, so everything is told apart by its place.
          data={[
            {
              value: "0",
              label: count === undefined ? "All" : `All: ${plural(count, "document")}`,
            },
            ...(groups ?? []).map(([name, documents], at) => ({
              value: String(at + 1),
              label: `${name}: ${plural(documents, "document")}`,
            })),
          ]}
          value={String((groups ?? []).findIndex(([name]) => name === group) + 1)}
          allowDeselect={false}
          disabled={collect.isPending}
          onChange={(value) => setGroup(groups?.[Number(value) - 1]?.[0] ?? null)}
        />
        {error && <ErrorNotice error={error} />}
        {collect.error && <ErrorNotice error={collect.error} />}
        <Group justify="space-between" gap="xs">
          <GuideLink topic="exporting" />
          <Group gap="xs">
            <Button variant="subtle" onClick={close}>
              Cancel
            </Button>
            {readToken() === null ? (
              // Straight to the disk, however large it is.
              <Button
                component="a"
                href={archivePath(group)}
                download
                onClick={onClose}
                {...save}
              />
            ) : (
              // A link cannot carry the token.
              <Button loading={collect.isPending} onClick={() => collect.mutate()} {...save} />
            )}
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}
