import type { StudioDocument } from "@/api/types";

/** Whether new chunks are being made while the old ones serve. */
export function isRechunking({ rechunking }: StudioDocument): boolean {
  return rechunking !== null && rechunking.error === null;
}

/** The document with its re-chunking as its progress, for what shows stages; null without one. */
export function asRechunking(document: StudioDocument): StudioDocument | null {
  const { rechunking } = document;
  if (!rechunking || rechunking.error) return null;
  const { stage, progress, stages } = rechunking;
  return { ...document, status: stage ? "processing" : "queued", stage, progress, stages };
}
