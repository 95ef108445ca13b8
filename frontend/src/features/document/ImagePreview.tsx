import { useQuery } from "@tanstack/react-query";

import type { StudioDocument } from "@/api/types";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Waiting } from "@/components/Waiting";

import { BlobImage } from "./BlobImage";
import { rawQuery } from "./useRaw";

export function ImagePreview({ document }: { document: StudioDocument }) {
  const { data, error, refetch } = useQuery(rawQuery(document.id));
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting lines={12} />;
  return <BlobImage blob={data} alt={`The picture ${document.filename}`} />;
}
