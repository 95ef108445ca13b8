import { useEffect, useRef } from "react";

/** Bytes of a picture on screen; the address made for them is given back afterwards. */
export function BlobImage({ blob, alt }: { blob: Blob; alt: string }) {
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    const address = URL.createObjectURL(blob);
    if (image.current) image.current.src = address;
    return () => URL.revokeObjectURL(address);
  }, [blob]);
  return (
    <img
      ref={image}
      alt={alt}
      style={{
        display: "block",
        maxWidth: "100%",
        border: "1px solid var(--studio-line)",
        background: "#fff",
      }}
    />
  );
}
