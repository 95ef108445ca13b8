import { useElementSize, useMergedRef } from "@mantine/hooks";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useRef } from "react";

import { describeSegment, type LaidChunk } from "./chunkLayout";
import classes from "./chunks.module.css";

interface Props {
  chunks: readonly LaidChunk[];
  /** Places in `chunks`. */
  selected: number | null;
  /** First and last place whose text is on screen. */
  visible: readonly [number, number];
  onSelect: (position: number) => void;
}

/** Narrower than this a chunk cannot be hit; longer ribbons scroll. */
const NARROWEST = 14;

/** Every chunk in order, as wide as it is long. Arrow keys, Home and End move along it. */
export function ChunkRibbon({ chunks, selected, visible, onSelect }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const { ref: frame, width } = useElementSize<HTMLDivElement>();
  const whole = chunks.reduce((sum, chunk) => sum + chunk.char_end - chunk.char_start, 0);
  // eslint-disable-next-line react-hooks/incompatible-library -- the virtualizer is not memoised
  const ribbon = useVirtualizer({
    horizontal: true,
    count: chunks.length,
    getScrollElement: () => box.current,
    estimateSize: (at) => {
      const chunk = chunks[at];
      const length = chunk ? chunk.char_end - chunk.char_start : 0;
      return Math.max(NARROWEST, (length / Math.max(1, whole)) * width);
    },
    overscan: 20,
  });

  useEffect(() => ribbon.measure(), [ribbon, width, whole]);

  const [first] = visible;
  useEffect(() => {
    if (chunks.length) ribbon.scrollToIndex(first, { align: "auto" });
  }, [first, chunks.length, ribbon]);
  useEffect(() => {
    if (selected !== null) ribbon.scrollToIndex(selected, { align: "auto" });
  }, [selected, ribbon]);

  const move = (event: KeyboardEvent) => {
    const at = selected ?? first;
    const steps: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowDown: at + 1,
      ArrowLeft: at - 1,
      ArrowUp: at - 1,
      Home: 0,
      End: chunks.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onSelect(Math.min(chunks.length - 1, Math.max(0, next)));
  };

  return (
    <div
      ref={useMergedRef(box, frame)}
      className={classes.ribbon}
      role="listbox"
      aria-label="Chunks in the order of the text"
      aria-orientation="horizontal"
      aria-activedescendant={selected === null ? undefined : `ribbon-${selected}`}
      tabIndex={0}
      onKeyDown={move}
    >
      <div
        style={{ position: "relative", height: "100%", width: ribbon.getTotalSize() }}
        role="presentation"
      >
        {ribbon.getVirtualItems().map(({ index, start, size }) => {
          const { head, tail, window } = describeSegment(chunks, index);
          const chunk = chunks[index];
          return (
            // The listbox has the keys; the options are for the pointer.
            // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={index}
              id={`ribbon-${index}`}
              role="option"
              aria-selected={index === selected}
              aria-label={`Chunk ${chunk?.chunk_index}`}
              title={`Chunk ${chunk?.chunk_index}`}
              className={classes.segment}
              data-odd={index % 2 === 1 || undefined}
              data-visible={(index >= visible[0] && index <= visible[1]) || undefined}
              style={{ left: start, width: size - 1 }}
              onClick={() => onSelect(index)}
            >
              {head > 0 && (
                <span className={classes.overlap} style={{ left: 0, width: `${head * 100}%` }} />
              )}
              {tail > 0 && (
                <span className={classes.overlap} style={{ right: 0, width: `${tail * 100}%` }} />
              )}
              {window < 1 && (
                <span className={classes.beyond} style={{ left: `${window * 100}%`, right: 0 }} />
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
