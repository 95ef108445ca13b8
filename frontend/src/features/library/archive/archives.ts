import { fetchAnswer } from "@/api/bytes";
import { send } from "@/api/send";
import type { ImportReport } from "@/api/types";

const PATH = "/api/archive";
const MEDIA_TYPE = "application/zip";

/** Where the archive of everything, or of one group, is read from. */
export function archivePath(group: string | null): string {
  return group === null ? PATH : `${PATH}?${new URLSearchParams({ group }).toString()}`;
}

/** The whole archive, and the name the server gives it. Throws `ApiError`. */
export async function fetchArchive(
  group: string | null,
  signal: AbortSignal,
): Promise<{ bytes: Blob; filename: string }> {
  const answer = await fetchAnswer(archivePath(group), signal);
  const named = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "");
  return { bytes: await answer.blob(), filename: named?.[1] ?? "ragstudio.zip" };
}

/** Have an archive verified and stored. Throws `ApiError`, or an `AbortError` if called back. */
export function sendArchive(
  file: File,
  onProgress: (sentBytes: number) => void,
  signal: AbortSignal,
): Promise<ImportReport> {
  // Systems disagree on the type of a ZIP; the API knows one.
  return send<ImportReport>(PATH, file.slice(0, file.size, MEDIA_TYPE), onProgress, signal);
}
