import { Group, Stack, Text, Title } from "@mantine/core";

import { Score } from "@/components/Score";

import { ChunkJump } from "./ChunkJump";
import { FactBadges } from "./FactBadges";
import { FactMark } from "./FactMark";
import classes from "./Laboratory.module.css";
import type { LaboratorySearchReport } from "./laboratoryTypes";

interface Props {
  side: string;
  search: LaboratorySearchReport;
  onJump: (chunk: number) => void;
}

/** What a search over one side's chunks would return, best first. */
export function SearchOutcome({ side, search, onJump }: Props) {
  const { results, holds_every_fact, embedder, text_engine, reranker, limit } = search;
  return (
    <Stack gap="xs" component="section" aria-label={`Search over side ${side}`} data-side={side}>
      <Title order={3}>
        {side}: the first {limit} of a search
      </Title>
      {holds_every_fact !== null && (
        <FactMark good={holds_every_fact}>
          {holds_every_fact
            ? "Together they hold every fact."
            : "Together they do not hold every fact."}
        </FactMark>
      )}
      <ol className={classes.results}>
        {results.map(({ rank, chunk_index, content, scores, facts }) => (
          <li key={rank}>
            <Group gap="sm" fz="xs">
              <Text span fz="sm" fw={600} className="tabular">
                {rank}
              </Text>
              <ChunkJump chunk={chunk_index} side={side} onJump={onJump} />
              {scores.reranker !== null ? (
                <Score name="reranker" value={scores.reranker} labelled />
              ) : (
                <Score name="fused" value={scores.fused} labelled />
              )}
              <Score name="vector" value={scores.vector} labelled />
              <Score name="text" value={scores.text} labelled />
              <FactBadges facts={facts} />
            </Group>
            <p className={`${classes.excerpt} anyname`} dir="auto">
              {content}
            </p>
          </li>
        ))}
      </ol>
      <Text fz="xs" c="dimmed" className="anyname">
        {embedder} · {text_engine} · {reranker ?? "no reranker"}. It ranks these chunks only, and
        refuses nothing.
      </Text>
    </Stack>
  );
}
