import { Group, Pagination, Text } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";

import { libraryQuery, publishChanges } from "@/api/documents";
import { useStore } from "@/api/store";
import type { StudioDocument } from "@/api/types";
import { liveLibrary } from "@/api/session";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { formatCount } from "@/lib/numbers";
import { isRechunking } from "@/lib/rechunking";
import { Screen } from "@/components/Screen";
import { Waiting } from "@/components/Waiting";
import { DeleteDialog } from "@/features/deletion/DeleteDialog";

import { ArchiveActions } from "./archive/ArchiveActions";
import { BulkActions } from "./BulkActions";
import { DropZone } from "./DropZone";
import { LibraryFilters } from "./LibraryFilters";
import type { LibrarySearch } from "./librarySearch";
import { LibraryTable } from "./LibraryTable";
import { filterDocuments, sortDocuments, takePage } from "./listing";
import { SampleOffer } from "./SampleOffer";
import { UploadList } from "./UploadList";
import { whenSent } from "./uploads";

const route = getRouteApi("/");
const UNFINISHED = new Set(["queued", "processing", "deleting"]);

/** Every document, live, with the door for new ones. */
export function LibraryScreen() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const queryClient = useQueryClient();
  const live = useStore(liveLibrary);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());

  const [deleting, setDeleting] = useState<StudioDocument[] | null>(null);

  const { data, error, refetch } = useQuery({
    ...libraryQuery,
    // Without a stream the list is asked for, more often while something is being worked on.
    refetchInterval: ({ state }) => {
      if (live) return false;
      const isMoving = (document: StudioDocument) =>
        UNFINISHED.has(document.status) || isRechunking(document);
      return state.data?.documents.some(isMoving) ? 1500 : 10_000;
    },
  });

  useEffect(() => {
    whenSent((document) => publishChanges(queryClient, new Map([[document.id, document]])));
  }, [queryClient]);

  const sort = search.sort ?? "uploaded";
  const order = search.order ?? "desc";
  const documents = data?.documents;
  const found = useMemo(
    () => sortDocuments(filterDocuments(documents ?? [], search), sort, order),
    [documents, search, sort, order],
  );
  const { entries, page, pages } = takePage(found, search.page ?? 1);
  const selected = found.filter(({ id }) => chosen.has(id));

  const change = (fields: Partial<LibrarySearch>) =>
    void navigate({
      search: (before) => ({ ...before, page: undefined, ...fields }),
      replace: true,
      resetScroll: false,
    });

  return (
    <Screen title="Library" actions={<ArchiveActions isEmpty={data?.documents.length === 0} />}>
      <DropZone />
      <UploadList />
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting lines={8} height={26} />}
      {data?.documents.length === 0 && <SampleOffer />}
      {data && data.documents.length > 0 && (
        <>
          <LibraryFilters
            documents={data.documents}
            shown={found.length}
            total={data.total}
            search={search}
            onChange={change}
          />
          <BulkActions
            selected={selected}
            onClear={() => setChosen(new Set())}
            onDelete={() => setDeleting(selected)}
          />
          {data.total > data.documents.length && (
            <Text fz="sm" c="dimmed">
              The newest {formatCount(data.documents.length)} are listed; the API reaches the rest.
            </Text>
          )}
          {found.length === 0 ? (
            <EmptyState title="No document matches these filters" />
          ) : (
            <LibraryTable
              documents={entries}
              selected={chosen}
              onSelect={setChosen}
              sort={sort}
              order={order}
              onSort={(nextSort, nextOrder) => change({ sort: nextSort, order: nextOrder })}
            />
          )}
          {pages > 1 && (
            <Group justify="center">
              <Pagination
                total={pages}
                value={page}
                onChange={(next) => change({ page: next })}
                getControlProps={(control) => ({ "aria-label": `${control} page` })}
              />
            </Group>
          )}
        </>
      )}
      {deleting && (
        <DeleteDialog
          documents={deleting}
          onClose={() => {
            setDeleting(null);
            setChosen(new Set());
          }}
        />
      )}
    </Screen>
  );
}
