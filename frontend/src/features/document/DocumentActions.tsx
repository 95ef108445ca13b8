import { Button } from "@mantine/core";
import {
  IconDownload,
  IconRefresh,
  IconScissors,
  IconTrash,
  IconVersions,
} from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";

import type { Answered } from "@/api/answered";
import { publishChanges } from "@/api/documents";
import type { components } from "@/api/schema";
import { send } from "@/api/send";
import type { StudioDocument } from "@/api/types";
import { chooseLike } from "@/lib/strategies";
import { notifyDone, notifyError } from "@/lib/notify";
import { isRechunking } from "@/lib/rechunking";
import { useRetry } from "@/lib/useRetry";
import { RechunkDialog } from "@/features/rechunking/RechunkDialog";

import { useDownload } from "./useRaw";

interface Props {
  document: StudioDocument;
  onDelete: () => void;
}

/** Retry, download, replace, cut anew, delete. */
export function DocumentActions({ document, onDelete }: Props) {
  const retry = useRetry();
  const download = useDownload(document);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  const replace = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData();
      body.append("files", file, file.name);
      return send<Answered<components["schemas"]["Document"]>>(
        `/api/documents/${encodeURIComponent(document.id)}/versions`,
        body,
        () => {},
      );
    },
    onSuccess: (version) => {
      publishChanges(queryClient, new Map([[version.id, version]]));
      notifyDone("The new version replaces this one as soon as it is ready.");
      void navigate({ to: "/documents/$id", params: { id: version.id } });
    },
    onError: notifyError,
  });

  return (
    <>
      {document.status === "failed" && (
        <Button
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={retry.isPending}
          onClick={() => retry.mutate([document.id])}
        >
          Retry
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconDownload size={14} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Download
      </Button>
      <Button
        variant="default"
        leftSection={<IconVersions size={14} aria-hidden />}
        disabled={document.status !== "ready"}
        loading={replace.isPending}
        onClick={() => input.current?.click()}
      >
        New version…
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="New version"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) replace.mutate(file);
          event.currentTarget.value = "";
        }}
      />
      <Button
        variant="default"
        leftSection={<IconScissors size={14} aria-hidden />}
        disabled={document.status !== "ready" || isRechunking(document)}
        onClick={() => setAsking(true)}
      >
        Re-chunk…
      </Button>
      {asking && (
        <RechunkDialog
          document={document}
          proposed={document.chunking ? chooseLike(document.chunking) : {}}
          onClose={() => setAsking(false)}
        />
      )}
      <Button
        variant="default"
        c="var(--studio-bad)"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={onDelete}
      >
        Delete…
      </Button>
    </>
  );
}
