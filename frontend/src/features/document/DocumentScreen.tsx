import { Button, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";

import { documentQuery } from "@/api/documents";
import { asApiError } from "@/api/errors";
import { useStore } from "@/api/store";
import type { StudioDocument } from "@/api/types";
import { liveLibrary } from "@/api/session";
import { DocumentDot } from "@/components/DocumentDot";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { isRechunking } from "@/lib/rechunking";
import { Screen } from "@/components/Screen";
import { Waiting } from "@/components/Waiting";
import { DeleteDialog } from "@/features/deletion/DeleteDialog";

import { ChunksTab } from "./ChunksTab";
import { DocumentActions } from "./DocumentActions";
import { DocumentLead } from "./DocumentLead";
import type { DocumentTab } from "./documentSearch";
import { OverviewTab } from "./OverviewTab";
import { RawTab } from "./RawTab";
import { TextTab } from "./TextTab";
import { VersionsTab } from "./versions/VersionsTab";

const route = getRouteApi("/documents/$id");
const UNFINISHED = new Set(["queued", "processing", "deleting"]);

/** One document in all its forms. */
export function DocumentScreen() {
  const { id } = route.useParams();
  const { tab = "overview", chunk, before, after } = route.useSearch();
  const navigate = route.useNavigate();
  const live = useStore(liveLibrary);
  const [deleting, setDeleting] = useState<StudioDocument | null>(null);
  const {
    data: document,
    error,
    refetch,
  } = useQuery({
    ...documentQuery(id),
    refetchInterval: ({ state }) =>
      !live && state.data && (UNFINISHED.has(state.data.status) || isRechunking(state.data))
        ? 1000
        : false,
  });
  const gone = error !== null && asApiError(error).status === 404;

  const open = (next: DocumentTab, at?: number) =>
    void navigate({ search: { tab: next, chunk: at }, replace: next === tab, resetScroll: false });

  return (
    <>
      {(gone || document === null) && deleting ? (
        // The receipt is in front; that the document is gone is its point, not an error.
        <Screen title={deleting.filename} heading={<bdi>{deleting.filename}</bdi>} lead="Deleted">
          {null}
        </Screen>
      ) : document === null && !error ? (
        <Screen title="Document">
          <EmptyState title="This document has been deleted">
            <Button renderRoot={(props) => <Link to="/" {...props} />} variant="default">
              To the library
            </Button>
          </EmptyState>
        </Screen>
      ) : gone || (error && !document) ? (
        <Screen title="Document">
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        </Screen>
      ) : !document ? (
        <Waiting lines={10} />
      ) : (
        <Screen
          title={document.filename}
          heading={
            <>
              <DocumentDot id={id} size={12} /> <bdi>{document.filename}</bdi>
            </>
          }
          lead={<DocumentLead document={document} />}
          actions={<DocumentActions document={document} onDelete={() => setDeleting(document)} />}
        >
          <Tabs
            value={tab}
            onChange={(next) => open((next ?? "overview") as DocumentTab)}
            // In a narrow window the five of them share one line.
            styles={{ tab: { paddingInline: "clamp(8px, 2.4vw, 16px)" } }}
          >
            <Tabs.List mb="md">
              <Tabs.Tab value="overview">Overview</Tabs.Tab>
              <Tabs.Tab value="text">Text</Tabs.Tab>
              <Tabs.Tab value="chunks">Chunks</Tabs.Tab>
              <Tabs.Tab value="versions">Versions</Tabs.Tab>
              <Tabs.Tab value="raw">Raw</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="overview">
              <OverviewTab document={document} />
            </Tabs.Panel>
            <Tabs.Panel value="text">
              <TextTab document={document} chunk={chunk} onChunk={(at) => open("text", at)} />
            </Tabs.Panel>
            <Tabs.Panel value="chunks">
              <ChunksTab key={id} document={document} onShowInText={(at) => open("text", at)} />
            </Tabs.Panel>
            <Tabs.Panel value="versions">
              <VersionsTab
                document={document}
                asked={{ before, after }}
                onCompare={(pair) =>
                  void navigate({
                    search: { tab: "versions", ...pair },
                    replace: true,
                    resetScroll: false,
                  })
                }
              />
            </Tabs.Panel>
            <Tabs.Panel value="raw">
              <RawTab document={document} />
            </Tabs.Panel>
          </Tabs>
        </Screen>
      )}
      {deleting && (
        <DeleteDialog
          documents={[deleting]}
          onClose={(deleted) => {
            setDeleting(null);
            if (deleted) void navigate({ to: "/" });
          }}
        />
      )}
    </>
  );
}
