import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useState } from "react";

import { ChangedPassage } from "./ChangedPassage";
import { ChangedSection } from "./ChangedSection";
import type { ChangeRow } from "./changeRows";
import type { SectionChange } from "./versionQueries";
import classes from "./versions.module.css";

const CHARACTERS_A_LINE = 60;
const LINE = 20;
const HEADING = 40;

function estimate(row: ChangeRow | undefined): number {
  if (row?.type !== "passage") return HEADING;
  const longest = Math.max(row.passage.before?.length ?? 0, row.passage.after?.length ?? 0);
  return Math.ceil(longest / CHARACTERS_A_LINE) * LINE + 46;
}

interface Props {
  rows: readonly ChangeRow[];
  nameOf: (section: SectionChange) => string;
}

/** The rows of a comparison, of which only those near the window are rendered. */
export function ChangeList({ rows, nameOf }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    // What stands above may grow or shrink with the width of the window.
    const measure = () => setTop((box.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (at) => estimate(rows[at]),
    getItemKey: (at) => rows[at]?.key ?? at,
    scrollMargin: top,
    overscan: 8,
  });
  return (
    <div
      ref={box}
      role="region"
      aria-label="Passages in both versions"
      style={{ position: "relative", height: virtual.getTotalSize() }}
    >
      {virtual.getVirtualItems().map((item) => {
        const row = rows[item.index];
        return (
          <div
            key={item.key}
            ref={virtual.measureElement}
            data-index={item.index}
            className={classes.row}
            style={{ transform: `translateY(${item.start - virtual.options.scrollMargin}px)` }}
          >
            {row?.type === "section" && (
              <ChangedSection section={row.section} name={nameOf(row.section)} />
            )}
            {row?.type === "passage" && <ChangedPassage passage={row.passage} />}
          </div>
        );
      })}
    </div>
  );
}
