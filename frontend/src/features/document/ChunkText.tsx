import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useEffect, useEffectEvent, useRef } from "react";

import type { CodePointIndex } from "@/lib/codePoints";

import type { LaidChunk, TextRow } from "./chunkLayout";
import classes from "./chunks.module.css";

interface Props {
  rows: readonly TextRow[];
  chunks: readonly LaidChunk[];
  index: CodePointIndex;
  /** Place in `chunks`. */
  selected: number | null;
  onSelect: (position: number) => void;
  onVisible: (range: readonly [number, number]) => void;
}

const CHARACTERS_A_LINE = 95;
const LINE = 21;

/** The whole text, of which only what is on screen is rendered. */
export const ChunkText = memo(function ChunkText({
  rows,
  chunks,
  index,
  selected,
  onSelect,
  onVisible,
}: Props) {
  const box = useRef<HTMLDivElement>(null);
  const tellVisible = useEffectEvent(onVisible);
  // A click in the text must not move the text under the pointer.
  const clicked = useRef<number | null>(null);

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (at) => {
      const pieces = rows[at]?.pieces ?? [];
      const length = (pieces.at(-1)?.end ?? 0) - (pieces[0]?.start ?? 0);
      return Math.ceil(length / CHARACTERS_A_LINE + 1) * LINE;
    },
    overscan: 4,
  });

  const first = virtual.range?.startIndex ?? 0;
  const last = virtual.range?.endIndex ?? 0;
  useEffect(() => tellVisible([first, last]), [first, last]);

  useEffect(() => {
    if (selected !== null && selected !== clicked.current)
      virtual.scrollToIndex(selected, { align: "start" });
    clicked.current = null;
  }, [selected, virtual]);

  const select = (position: number) => {
    clicked.current = position;
    onSelect(position);
  };

  return (
    <div
      ref={box}
      className={classes.text}
      // Scrollable by keyboard.
      // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label="Extracted text"
    >
      <div style={{ position: "relative", height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = rows[item.index];
          const number = chunks[item.index]?.chunk_index;
          return (
            <div
              key={item.key}
              ref={virtual.measureElement}
              data-index={item.index}
              data-odd={item.index % 2 === 1 || undefined}
              data-selected={item.index === selected || undefined}
              className={classes.row}
              style={{ transform: `translateY(${item.start}px)` }}
              role="presentation"
              onClick={() => {
                // Marking text to copy it is not a click.
                if (window.getSelection()?.isCollapsed ?? true) select(item.index);
              }}
            >
              <button
                type="button"
                className={`${classes.gutter} mono`}
                aria-label={`Chunk ${number}`}
                aria-pressed={item.index === selected}
                onClick={(event) => {
                  event.stopPropagation();
                  select(item.index);
                }}
              >
                {number}
              </button>
              <div className={`${classes.body} doctext`} dir="auto">
                {row?.pieces.map(({ start, end, overlap, beyond }) => (
                  <span
                    key={start}
                    data-overlap={overlap || undefined}
                    data-beyond={beyond || undefined}
                  >
                    {index.slice(start, end)}
                  </span>
                ))}
              </div>
            </div>
          );
        })}
      </div>
    </div>
  );
});
