import { Stack, Text, Title } from "@mantine/core";

import { useMemo } from "react";

import type { SearchResponse, TracedStage } from "@/api/types";

import { fateOf } from "./absence";
import { describeStanding } from "./control";
import { HitCard } from "./HitCard";
import { findBestSentences } from "./passageBlocks";
import { modeWords, outcomeWords } from "./words";

interface Props {
  response: SearchResponse;
  /** The same question in the other mode, where both were asked. */
  other: SearchResponse | null;
  rrfK: number;
  highlighted: string | null;
  onHighlight: (id: string | null) => void;
}

/** The passages of one answer, best first. */
export function HitList({ response, other, rrfK, highlighted, onHighlight }: Props) {
  const { results, mode, pipeline } = response;
  const best = useMemo(() => findBestSentences(results), [results]);
  return (
    <Stack gap="xs" component="section" aria-label={modeWords[mode]}>
      {other && <Title order={2}>{modeWords[mode]}</Title>}
      {other && (
        <Text fz="xs" c="dimmed">
          {describeRules(response)}
        </Text>
      )}
      {results.length === 0 && (
        <Text fz="sm" c="dimmed">
          No passage is returned.
        </Text>
      )}
      {results.map((hit, at) => (
        <HitCard
          key={hit.id}
          hit={hit}
          place={at + 1}
          mode={mode}
          best={best[at] ?? null}
          threshold={pipeline.minimum_score}
          rrfK={rrfK}
          narrow={other !== null}
          standing={describeStanding(response.controlling, hit.document_id)}
          elsewhere={other ? describeElsewhere(other, hit.id) : undefined}
          highlighted={highlighted === hit.id}
          onHighlight={onHighlight}
        />
      ))}
    </Stack>
  );
}

/** Which sources took part, and what was done with them. */
function describeRules({ mode, pipeline }: SearchResponse): string {
  const day = pipeline.filters.in_force_on;
  const sources = typeof day === "string" ? `Sources in force on ${day}` : "All sources";
  return mode === "vector"
    ? `${sources}, in cosine order; not judged.`
    : `${sources}; fused, reranked, cut at the threshold.`;
}

/** What the other mode made of a passage, in a few words. */
export function describeElsewhere(other: SearchResponse, id: string): string {
  const name = modeWords[other.mode];
  const fate = fateOf(other, id);
  const rank = rankedLast(other.stages ?? [], id);
  if (rank === null) return `${name}: ${outcomeWords[fate]}`;
  return fate === "returned"
    ? `${name}: rank ${rank}`
    : `${name}: rank ${rank}, ${outcomeWords[fate]}`;
}

/** Its rank in the last stage it reached; null if it has none. */
function rankedLast(stages: TracedStage[], id: string): number | null {
  const found = stages.findLast(({ candidates }) => candidates.some((one) => one.id === id));
  return found?.candidates.find((one) => one.id === id)?.rank ?? null;
}
