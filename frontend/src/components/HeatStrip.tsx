import { useEffect, useRef } from "react";

import { findLimit, paintHeat } from "@/lib/heat";
import { formatScore } from "@/lib/numbers";
import { useScheme } from "@/lib/useScheme";

interface Props {
  values: readonly number[];
  /** The number that has the strongest colour; default is the largest of `values`. */
  limit?: number;
  height?: number;
}

/** A vector as a strip: one column a number, blue below zero, orange above. */
export function HeatStrip({ values, limit, height = 16 }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useScheme();
  const strongest = limit ?? findLimit(values);

  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context && values.length)
      context.putImageData(paintHeat([values], strongest, scheme), 0, 0);
  }, [values, strongest, scheme]);

  return (
    <canvas
      ref={canvas}
      width={Math.max(1, values.length)}
      height={1}
      role="img"
      aria-label={`Vector of ${values.length} numbers, strongest colour at ±${formatScore(strongest)}`}
      style={{
        display: "block",
        width: "100%",
        height,
        imageRendering: "pixelated",
        border: "1px solid var(--studio-line)",
      }}
    />
  );
}
