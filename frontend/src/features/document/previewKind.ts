export type PreviewKind = "text" | "image" | "pdf" | "none";

const TEXTUAL = /^(text\/|application\/(json|x-ndjson|xml|yaml|x-yaml|javascript)\b)/;
const LARGEST_IMAGE = 30_000_000;

/** How the original bytes can be shown without running anything in them. */
export function previewKind(contentType: string, sizeBytes: number): PreviewKind {
  if (TEXTUAL.test(contentType)) return "text";
  if (contentType === "application/pdf") return "pdf";
  if (/^image\/(png|jpeg|gif|webp|avif|bmp)$/.test(contentType) && sizeBytes <= LARGEST_IMAGE)
    return "image";
  return "none";
}
