import { Text, VisuallyHidden } from "@mantine/core";

import { CodePointIndex } from "@/lib/codePoints";
import { formatCount, plural } from "@/lib/numbers";

import { layPieces } from "./chunkPieces";
import { FactBadges } from "./FactBadges";
import type { LaboratoryChunk } from "./laboratoryTypes";
import classes from "./Laboratory.module.css";

interface Props {
  chunk: LaboratoryChunk;
  previous: LaboratoryChunk | undefined;
}

/** One chunk: where it stands, how long it is, and its content with what is special about it. */
export function ChunkItem({ chunk, previous }: Props) {
  const { chunk_index, token_count, truncated_tokens, block_type, page } = chunk;
  const { section, section_number, char_start, char_end, parent_start, parent_end } = chunk;
  // The blank lines before the next chunk would only take room.
  const index = new CodePointIndex(chunk.content.trimEnd());
  return (
    <>
      <div className={`${classes.head} tabular`}>
        <Text span fz="xs" fw={600} c="var(--mantine-color-text)" className="mono">
          #{chunk_index}
        </Text>
        <span>{plural(token_count, "token")}</span>
        {truncated_tokens > 0 && (
          <Text span inherit c="var(--studio-warn)">
            {formatCount(truncated_tokens)} beyond the window
          </Text>
        )}
        <span>
          characters {formatCount(char_start)}–{formatCount(char_end)}
        </span>
        <span>{block_type}</span>
        {page !== null && <span>page {page}</span>}
        {section && (
          <span className="anyname">
            {section_number && `${section_number} `}
            {section}
          </span>
        )}
        {parent_start !== null && parent_end !== null && (
          <span>
            returns {formatCount(parent_start)}–{formatCount(parent_end)}
          </span>
        )}
        <FactBadges facts={chunk.facts} />
      </div>
      <div className={`${classes.content} doctext`} dir="auto">
        {layPieces(chunk, previous).map(({ start, end, context, overlap, beyond }) => (
          <span
            key={start}
            data-context={context || undefined}
            data-overlap={overlap || undefined}
            data-beyond={beyond || undefined}
            title={context ? "Put in front by the strategy" : undefined}
          >
            {context && start === 0 && <VisuallyHidden>Put in front: </VisuallyHidden>}
            {index.slice(start, end)}
          </span>
        ))}
      </div>
    </>
  );
}
