import { asApiError, type ApiError } from "@/api/errors";
import { Store } from "@/api/store";
import type { StudioDocument } from "@/api/types";
import type { ChunkingChoice } from "@/lib/strategies";

import type { ChosenFile } from "./droppedFiles";
import { sendFile } from "./sendFile";

export interface Upload {
  key: number;
  file: File;
  group: string;
  /** How it is to be cut; what is left out is the studio's own choice. */
  chunking: ChunkingChoice;
  state: "waiting" | "sending" | "sent" | "refused";
  sentBytes: number;
  documentId: string | null;
  error: ApiError | null;
}

const AT_ONCE = 3;

/** Uploads of this tab. They go on while another screen is open. */
export const uploads = new Store<Upload[]>([]);

let nextKey = 1;
let onSent: (document: StudioDocument) => void = () => {};

/** What to do with the record of a file that was taken in. */
export function whenSent(handler: (document: StudioDocument) => void): void {
  onSent = handler;
}

export function addUploads(files: ChosenFile[], chunking: ChunkingChoice = {}): void {
  const added = files.map(({ file, group }): Upload => ({
    key: nextKey++,
    file,
    group,
    chunking,
    state: "waiting",
    sentBytes: 0,
    documentId: null,
    error: null,
  }));
  uploads.set([...uploads.get(), ...added]);
  startNext();
}

/** Send a refused file once more; `keepDuplicate` keeps bytes the studio already has. */
export function sendAgain(key: number, keepDuplicate = false): void {
  const upload = uploads.get().find((entry) => entry.key === key);
  if (upload?.state === "refused") void run(upload, keepDuplicate);
}

export function dismissUploads(keys: ReadonlySet<number>): void {
  uploads.set(uploads.get().filter(({ key }) => !keys.has(key)));
}

/** The document a duplicate has the bytes of. */
export function duplicateOf(error: ApiError): { id: string; filename: string } | null {
  const { document_id: id, filename } = error.details;
  if (error.code !== "duplicate_document" || typeof id !== "string") return null;
  return { id, filename: typeof filename === "string" ? filename : id };
}

function change(key: number, fields: Partial<Upload>): void {
  uploads.set(uploads.get().map((entry) => (entry.key === key ? { ...entry, ...fields } : entry)));
}

function startNext(): void {
  const all = uploads.get();
  const free = AT_ONCE - all.filter(({ state }) => state === "sending").length;
  for (const upload of all.filter(({ state }) => state === "waiting").slice(0, Math.max(0, free)))
    void run(upload, false);
}

async function run({ key, file, group, chunking }: Upload, keepDuplicate: boolean): Promise<void> {
  change(key, { state: "sending", sentBytes: 0, error: null });
  try {
    const document = await sendFile({
      file,
      group,
      chunking,
      keepDuplicate,
      onProgress: (sentBytes) => change(key, { sentBytes }),
    });
    change(key, { state: "sent", documentId: document.id });
    onSent(document);
  } catch (error) {
    change(key, { state: "refused", error: asApiError(error) });
  }
  startNext();
}
