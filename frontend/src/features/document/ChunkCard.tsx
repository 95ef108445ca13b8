import { Button, Group, Paper, Skeleton, Stack, Text } from "@mantine/core";
import { useState } from "react";

import type { Chunk } from "@/api/types";
import { CopyButton } from "@/components/CopyButton";
import { HeatStrip } from "@/components/HeatStrip";
import { formatCount, plural } from "@/lib/numbers";

import { ChunkContent } from "./ChunkContent";
import { VectorNumbers } from "./VectorNumbers";

interface Props {
  chunk: Chunk;
  marks: [number, number][];
  /** Null while it is on its way. */
  vector: readonly number[] | null;
  onShowInText: () => void;
}

/** One chunk: where it stands, its text, its vector. */
export function ChunkCard({ chunk, marks, vector, onShowInText }: Props) {
  const [numbers, setNumbers] = useState(false);
  const { chunk_index, token_count, truncated_tokens, page, section, section_number, block_type } =
    chunk;
  return (
    <Paper p="sm" component="article" aria-label={`Chunk ${chunk_index}`}>
      <Stack gap={7}>
        <Group gap="sm" fz="xs" c="dimmed" className="tabular">
          <Text span fz="xs" fw={600} c="var(--mantine-color-text)" className="mono">
            #{chunk_index}
          </Text>
          <span>{block_type}</span>
          <span>
            {plural(token_count, "token")}
            {truncated_tokens > 0 && (
              <Text span fz="xs" c="var(--studio-warn)">
                {" "}
                ({formatCount(truncated_tokens)} beyond the window)
              </Text>
            )}
          </span>
          <span>
            characters {formatCount(chunk.char_start)}–{formatCount(chunk.char_end)}
          </span>
          {chunk.parent_start !== null && chunk.parent_end !== null && (
            <span>
              returns {formatCount(chunk.parent_start)}–{formatCount(chunk.parent_end)}
            </span>
          )}
          {page !== null && <span>page {page}</span>}
          {section && (
            <span className="anyname">
              {section_number && `${section_number} `}
              {section}
            </span>
          )}
          <Group gap={2} ml="auto">
            <span className="mono">{chunk.id}</span>
            <CopyButton value={chunk.id} label="Copy the chunk's id" />
          </Group>
        </Group>
        <ChunkContent chunk={chunk} marks={marks} />
        {vector ? <HeatStrip values={vector} /> : <Skeleton height={16} radius={0} />}
        <Group gap="xs">
          <Button
            variant="default"
            size="compact-xs"
            disabled={!vector}
            aria-expanded={numbers}
            onClick={() => setNumbers((shown) => !shown)}
          >
            {numbers ? "Hide the numbers" : "Show the numbers"}
          </Button>
          <Button variant="default" size="compact-xs" onClick={onShowInText}>
            Show in the text
          </Button>
        </Group>
        {numbers && vector && <VectorNumbers vector={vector} />}
      </Stack>
    </Paper>
  );
}
