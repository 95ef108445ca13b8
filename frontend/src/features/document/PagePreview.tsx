import { Pagination, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { asApiError } from "@/api/errors";
import type { StudioDocument } from "@/api/types";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Waiting } from "@/components/Waiting";

import { BlobImage } from "./BlobImage";
import { pageQuery } from "./useRaw";

/** Pages as the server draws them: a PDF could run scripts here, and no browser shows a TIFF. */
export function PagePreview({ document }: { document: StudioDocument }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(pageQuery(document.id, page));
  const pages = data?.pages ?? 1;
  if (error && asApiError(error).status === 404) {
    return (
      <EmptyState title="Pages are not drawn here">
        Download the file to see its pages; the Text tab shows what was read from them.
      </EmptyState>
    );
  }
  return (
    <Stack gap="sm">
      {pages > 1 && (
        <Pagination
          total={pages}
          value={page}
          onChange={setPage}
          getControlProps={(control) => ({ "aria-label": `${control} page` })}
        />
      )}
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting lines={14} />}
      {data && <BlobImage blob={data.image} alt={`Page ${page} of ${document.filename}`} />}
    </Stack>
  );
}
