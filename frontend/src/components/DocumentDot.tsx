import { useDocumentColor } from "@/lib/useScheme";

/** The document's colour, as a mark beside its name. The name carries the meaning. */
export function DocumentDot({ id, size = 9 }: { id: string; size?: number }) {
  const colorOf = useDocumentColor();
  return (
    <span
      aria-hidden
      style={{
        display: "inline-block",
        flex: "none",
        width: size,
        height: size,
        borderRadius: 2,
        background: colorOf(id),
      }}
    />
  );
}
