import { Text, VisuallyHidden } from "@mantine/core";

import type { Chunk } from "@/api/types";
import { CodePointIndex } from "@/lib/codePoints";
import { MarkedText } from "@/components/MarkedText";

import classes from "./chunks.module.css";

interface Props {
  chunk: Chunk;
  /** Spans of `content` to mark, in code points, ascending. */
  marks: readonly [number, number][];
}

/** A chunk's content, with what its strategy put in front told apart from the text. */
export function ChunkContent({ chunk, marks }: Props) {
  const { content, context_length: context } = chunk;
  const index = new CodePointIndex(content);
  const front = content.slice(0, index.toUnits(context));
  const text = content.slice(front.length).trimEnd();
  const shifted = marks.map(([start, end]) => [start - context, end - context] as const);
  return (
    <Text fz="sm" component="div" className="doctext" dir="auto" maw="100ch">
      {context > 0 && (
        <span className={classes.front} title="Put in front by the strategy">
          <VisuallyHidden>Put in front: </VisuallyHidden>
          <MarkedText text={front} spans={marks} />
        </span>
      )}
      <MarkedText text={text} spans={shifted.filter(([, end]) => end > 0)} />
    </Text>
  );
}
