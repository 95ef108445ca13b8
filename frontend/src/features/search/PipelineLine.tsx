import { Group, Text } from "@mantine/core";

import type { SearchResponse } from "@/api/types";
import { Explained } from "@/components/Explained";
import type { GuideTopic } from "@/lib/guide";
import { formatCount } from "@/lib/numbers";
import { formatDuration } from "@/lib/time";

interface Step {
  count: number | null;
  word: string;
  milliseconds: number | null;
  explanation: string;
  topic: GuideTopic;
}

function steps({ pipeline, results }: SearchResponse): Step[] {
  const times = pipeline.timings_ms;
  return [
    {
      count: null,
      word: "embed",
      milliseconds: times.embed,
      explanation: "The question becomes a vector, by the model that embedded the passages.",
      topic: "embedding",
    },
    {
      count: pipeline.vector_candidates,
      word: "by vector",
      milliseconds: times.vector,
      explanation: "Candidates whose vectors are nearest to the question's.",
      topic: "cosine",
    },
    {
      count: pipeline.text_candidates,
      word: "by text",
      milliseconds: times.text,
      explanation: "Candidates that hold words of the question, by BM25.",
      topic: "bm25",
    },
    {
      count: pipeline.fused_candidates,
      word: "fused",
      milliseconds: times.fuse,
      explanation: "Both lists in one, by reciprocal rank.",
      topic: "fusion",
    },
    {
      count: pipeline.reranked_candidates,
      word: "reranked",
      milliseconds: times.rerank,
      explanation: "Read by the cross-encoder, each together with the question.",
      topic: "reranking",
    },
    {
      count: results.length,
      word: "returned",
      milliseconds: null,
      explanation: "At or above the threshold, and within the limit.",
      topic: "threshold",
    },
  ];
}

/** How many passages each stage had, and how long it took. */
export function PipelineLine({ response }: { response: SearchResponse }) {
  const shown = steps(response).filter(
    ({ count, milliseconds }) => count !== null || (milliseconds !== null && milliseconds > 0),
  );
  const { total } = response.pipeline.timings_ms;
  return (
    <Group gap="lg" style={{ rowGap: 2 }}>
      <Group component="ol" gap="xs" m={0} p={0} style={{ listStyle: "none", rowGap: 2 }}>
        {shown.map(({ count, word, milliseconds, explanation, topic }, at) => (
          <Group component="li" key={word} gap="xs" wrap="nowrap">
            {at > 0 && (
              <Text fz="xs" c="dimmed" aria-hidden>
                →
              </Text>
            )}
            <Explained title={word} explanation={explanation} topic={topic}>
              <Text span fz="xs" className="tabular">
                {count !== null && `${formatCount(count)} `}
                {word}
              </Text>
              {milliseconds !== null && (
                <Text span fz="xs" c="dimmed" className="tabular" ml={4}>
                  {formatDuration(milliseconds)}
                </Text>
              )}
            </Explained>
          </Group>
        ))}
      </Group>
      {total !== null && (
        <Explained title="total" explanation="How long the whole search took." topic="retrieval">
          <Text span fz="xs" c="dimmed" className="tabular">
            total {formatDuration(total)}
          </Text>
        </Explained>
      )}
    </Group>
  );
}
