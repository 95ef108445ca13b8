import { Group, Paper, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";

import type { SearchResponse } from "@/api/types";
import { DocumentLink } from "@/components/DocumentLink";
import { Explained } from "@/components/Explained";
import type { GuideTopic } from "@/lib/guide";
import { Score } from "@/components/Score";

import { ClarificationChoice } from "./ClarificationChoice";
import { ClarifyGates } from "./ClarifyGates";
import { EvidenceScale } from "./EvidenceScale";

interface Props {
  response: SearchResponse;
  /** Ask again with one reading of an ambiguous question. */
  onClarify: (question: string) => void;
}

const looks: Record<
  SearchResponse["decision"],
  { word: string; color: string; explanation: string; topic: GuideTopic }
> = {
  answer: {
    word: "Answer",
    color: "var(--studio-good)",
    explanation: "There is evidence: the passages below are what an answer may rest on.",
    topic: "threshold",
  },
  abstain: {
    word: "Abstain",
    color: "var(--studio-warn)",
    explanation: "No passage reaches the threshold, so none is offered as evidence.",
    topic: "threshold",
  },
  clarify: {
    word: "Clarify",
    color: "var(--studio-accent)",
    explanation: "The evidence supports more than one reading of the question.",
    topic: "clarification",
  },
};

/** What the search concludes and why: answer, abstain with the nearest miss, or ask back. */
export function DecisionBanner({ response, onClarify }: Props) {
  const { decision, message, clarification, pipeline, warnings, mode } = response;
  const { word, color, explanation, topic } = looks[decision];
  const reranked = response.stages?.find(({ name }) => name === "reranker")?.candidates ?? [];
  return (
    <Paper
      component="section"
      aria-label={`Decision: ${word}`}
      p="sm"
      style={{ borderInlineStart: `3px solid ${color}` }}
    >
      <Stack gap="xs">
        <Group gap="sm" align="baseline" wrap="nowrap">
          <Explained
            title={mode === "vector" ? "Answer (vector mode never abstains)" : word}
            explanation={
              mode === "vector"
                ? "The teaching baseline returns what is nearest, however far that is."
                : explanation
            }
            topic={mode === "vector" ? "cosine" : topic}
          >
            <Text fw={600} style={{ color }}>
              {word}
            </Text>
          </Explained>
          <Text fz="sm" className="anyname" role="status">
            {message}
          </Text>
        </Group>
        {decision === "abstain" && <NearestMiss response={response} />}
        {clarification && (
          <ClarificationChoice
            clarification={clarification}
            response={response}
            onChoose={onClarify}
          />
        )}
        {reranked.length > 0 && (
          <EvidenceScale reranked={reranked} threshold={pipeline.minimum_score} />
        )}
        <ClarifyGates pipeline={pipeline} />
        {warnings.map((warning) => (
          <Group key={warning} gap={7} wrap="nowrap" align="flex-start">
            <IconAlertTriangle
              size={14}
              aria-label="Warning"
              style={{ flex: "none", marginTop: 2, color: "var(--studio-warn)" }}
            />
            <Text fz="xs" className="anyname">
              {warning}
            </Text>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

function NearestMiss({ response }: { response: SearchResponse }) {
  const { pipeline, stages } = response;
  const nearest = stages?.find(({ name }) => name === "reranker")?.candidates[0];
  if (pipeline.top_score === null) return null;
  return (
    <Group gap="md" fz="sm">
      <Group gap={6}>
        <span>Best reranker score</span>
        <Score name="reranker" value={pipeline.top_score} />
        <span>&lt; threshold</span>
        <Score name="threshold" value={pipeline.minimum_score} />
      </Group>
      {nearest && (
        <Group gap="xs" miw={0}>
          <Text fz="sm" c="dimmed">
            Nearest miss
          </Text>
          <DocumentLink
            id={nearest.document_id}
            filename={nearest.filename}
            chunk={nearest.chunk_index}
          />
        </Group>
      )}
    </Group>
  );
}
