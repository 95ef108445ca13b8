import type { Answered } from "@/api/answered";
import { ApiError, readError } from "@/api/errors";
import type { components } from "@/api/schema";
import { send } from "@/api/send";
import type { StudioDocument } from "@/api/types";
import type { ChunkingChoice } from "@/lib/strategies";

type UploadAnswer = Answered<components["schemas"]["UploadResponse"]>;

interface Sending {
  file: File;
  group: string;
  chunking: ChunkingChoice;
  keepDuplicate: boolean;
  onProgress: (sentBytes: number) => void;
}

/** Upload one file. Throws `ApiError`. */
export function sendFile({
  file,
  group,
  chunking,
  keepDuplicate,
  onProgress,
}: Sending): Promise<StudioDocument> {
  const body = new FormData();
  body.append("group", group);
  if (keepDuplicate) body.append("on_duplicate", "keep");
  for (const [field, value] of Object.entries(chunking)) {
    if (value !== undefined) body.append(`chunk_${field}`, String(value));
  }
  body.append("files", file, file.name);
  return send<UploadAnswer>("/api/documents", body, onProgress).then(({ items }) => {
    const [item] = items;
    if (item && "id" in item) return item;
    throw item
      ? new ApiError({ ...item.error, details: item.error.details ?? {}, status: 422 })
      : readError(null, 200);
  });
}
