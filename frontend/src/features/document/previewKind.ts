export type PreviewKind = "text" | "pages" | "none";

const TEXTUAL = /^(text\/|application\/(json|x-ndjson|xml|yaml|x-yaml|javascript)\b)/;
const DRAWN = /^(application\/pdf|image\/(png|jpeg|tiff|webp|bmp|gif))$/;

/** How the original bytes can be shown without running anything in them. */
export function previewKind(contentType: string): PreviewKind {
  if (TEXTUAL.test(contentType)) return "text";
  return DRAWN.test(contentType) ? "pages" : "none";
}
