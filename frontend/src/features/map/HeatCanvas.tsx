import { Box, Text } from "@mantine/core";
import { useEffect, useMemo, useRef, useState } from "react";

import type { Chunk } from "@/api/types";
import { formatScore } from "@/lib/numbers";
import { useScheme } from "@/lib/useScheme";

import { type HeatCell, heatPixels, moveCell } from "./heat";
import classes from "./Map.module.css";

/** Vectors as colours, a row a chunk. Point at a number, or walk with the arrow keys, to read it. */
export function HeatCanvas({ chunks }: { chunks: Chunk[] }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scheme = useScheme();
  const [cell, setCell] = useState<HeatCell | null>(null);
  const vectors = useMemo(() => chunks.map(({ embedding }) => embedding ?? []), [chunks]);
  const pixels = useMemo(() => heatPixels(vectors, scheme), [vectors, scheme]);
  const { width, height } = pixels;
  const rowHeight = Math.max(2, Math.min(16, Math.floor(480 / Math.max(1, height))));

  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (context && width > 0) context.putImageData(new ImageData(pixels.data, width, height), 0, 0);
  }, [pixels, width, height]);

  const at = (event: React.MouseEvent<HTMLElement>): HeatCell => {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      row: Math.min(height - 1, Math.floor(((event.clientY - box.top) / box.height) * height)),
      column: Math.min(width - 1, Math.floor(((event.clientX - box.left) / box.width) * width)),
    };
  };
  const chunk = cell ? chunks[cell.row] : undefined;
  const value = cell ? vectors[cell.row]?.[cell.column] : undefined;
  const read =
    chunk && cell && value !== undefined
      ? `chunk ${chunk.chunk_index}, number ${cell.column} of 0 to ${width - 1}: ${formatScore(value)}`
      : "Point at a number, or walk with the arrow keys.";
  return (
    <>
      <Box
        pos="relative"
        role="slider"
        tabIndex={0}
        aria-label={`Vectors of ${chunks.length} chunks, ${width} numbers each`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, width * height - 1)}
        aria-valuenow={cell ? cell.row * width + cell.column : 0}
        aria-valuetext={read}
        onMouseMove={(event) => setCell(at(event))}
        onMouseLeave={() => setCell(null)}
        onKeyDown={(event) => {
          const next = moveCell(cell ?? { row: 0, column: -1 }, event.key, pixels);
          if (!next) return;
          event.preventDefault();
          setCell(next);
        }}
      >
        <canvas
          ref={canvas}
          className={classes.heat}
          width={width}
          height={height}
          style={{ height: height * rowHeight }}
        />
        {cell && (
          <span
            className={classes.cell}
            style={{
              left: `${(cell.column / width) * 100}%`,
              top: cell.row * rowHeight,
              width: `max(4px, ${100 / width}%)`,
              height: Math.max(4, rowHeight),
            }}
          />
        )}
      </Box>
      <Text fz="xs" c={cell ? undefined : "dimmed"} className="tabular" mih={18}>
        {read}
      </Text>
    </>
  );
}
