import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useRef } from "react";

import { ChunkItem } from "./ChunkItem";
import type { LaboratoryChunk } from "./laboratoryTypes";
import classes from "./Laboratory.module.css";

/** A chunk to jump to; a new object jumps again. */
export interface Jump {
  chunk: number;
}

interface Props {
  side: string;
  chunks: readonly LaboratoryChunk[];
  jump: Jump | null;
}

const CHARACTERS_A_LINE = 75;
const LINE = 20;
const HEAD = 40;

/** One side's chunks in the order of the text, of which only what is on screen is rendered. */
export const ChunkList = memo(function ChunkList({ side, chunks, jump }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: chunks.length,
    getScrollElement: () => box.current,
    estimateSize: (at) =>
      HEAD + Math.ceil((chunks[at]?.content.length ?? 0) / CHARACTERS_A_LINE) * LINE,
    overscan: 4,
  });

  useEffect(() => {
    if (!jump) return;
    const at = chunks.findIndex(({ chunk_index }) => chunk_index === jump.chunk);
    if (at < 0) return;
    virtual.scrollToIndex(at, { align: "start" });
    box.current?.scrollIntoView({ block: "nearest" });
    box.current?.focus({ preventScroll: true });
  }, [jump, chunks, virtual]);

  return (
    <div
      ref={box}
      className={classes.list}
      // Scrollable by keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={`Chunks of side ${side}`}
    >
      <div style={{ position: "relative", height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const chunk = chunks[index];
          return (
            chunk && (
              <article
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                data-selected={chunk.chunk_index === jump?.chunk || undefined}
                aria-label={`Chunk ${chunk.chunk_index} of side ${side}`}
                className={classes.item}
                style={{ transform: `translateY(${start}px)` }}
              >
                <ChunkItem chunk={chunk} previous={chunks[index - 1]} />
              </article>
            )
          );
        })}
      </div>
    </div>
  );
});
