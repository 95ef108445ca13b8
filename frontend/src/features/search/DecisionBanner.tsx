import { Group, Paper, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";

import type { SearchResponse } from "@/api/types";
import { DocumentLink } from "@/components/DocumentLink";
import { Explained } from "@/components/Explained";
import { Score } from "@/components/Score";
import type { GuideTopic } from "@/lib/guide";

import { ClarificationChoice } from "./ClarificationChoice";

interface Props {
  response: SearchResponse;
  /** Ask again with one reading of an ambiguous question. */
  onClarify: (question: string) => void;
}

export interface Verdict {
  word: string;
  color: string;
  explanation: string;
  topic: GuideTopic;
}

const verdicts = {
  found: {
    word: "Evidence found",
    color: "var(--studio-good)",
    explanation: "The passages below answer the question, as far as the evidence model can tell.",
    topic: "decisions",
  },
  weak: {
    word: "Weak evidence",
    color: "var(--studio-warn)",
    explanation: "The passages below may answer the question, or only use its words. Check them.",
    topic: "decisions",
  },
  none: {
    word: "No evidence",
    color: "var(--studio-bad)",
    explanation: "No passage is likely to answer the question, so none is offered as evidence.",
    topic: "decisions",
  },
  ambiguous: {
    word: "Ambiguous",
    color: "var(--studio-accent)",
    explanation: "The documents answer more than one reading of the question.",
    topic: "clarification",
  },
  nearest: {
    word: "Nearest, not judged",
    color: "var(--mantine-color-dimmed)",
    explanation: "Vector search returns what is nearest, however far that is. Nothing judges it.",
    topic: "cosine",
  },
} as const satisfies Record<string, Verdict>;

/** The decision of a search in the words of the screen. */
export function judge({ mode, decision, evidence }: SearchResponse): Verdict {
  if (mode === "vector") return verdicts.nearest;
  if (decision === "clarify") return verdicts.ambiguous;
  if (decision === "abstain") return verdicts.none;
  return evidence?.band === "weak" ? verdicts.weak : verdicts.found;
}

/** What the search concludes, in one line; for an ambiguous question its readings. */
export function DecisionBanner({ response, onClarify }: Props) {
  const { decision, message, clarification, warnings, missing_terms: missing } = response;
  const { word, color, explanation, topic } = judge(response);
  const conflicts = findConflicts(response);
  return (
    <Paper
      component="section"
      aria-label={`Decision: ${word}`}
      px="sm"
      py={8}
      style={{ borderInlineStart: `3px solid ${color}` }}
    >
      <Stack gap={5}>
        <Group gap="sm" align="baseline" wrap="nowrap">
          <Explained title={word} explanation={explanation} topic={topic}>
            <Text fw={600} style={{ color, whiteSpace: "nowrap" }}>
              {word}
            </Text>
          </Explained>
          <Text fz="sm" className="anyname" role="status" lineClamp={3}>
            {message}
          </Text>
        </Group>
        {missing.length > 0 && decision !== "abstain" && (
          <Notice>
            In none of these passages: <b>{missing.join(", ")}</b>
          </Notice>
        )}
        {conflicts.map(({ recordId, documents }) => (
          <Notice key={recordId}>
            Conflict: {documents.length} sources in force share the record id{" "}
            <span className="mono">{recordId}</span>. Mark the older one as superseded:{" "}
            {documents.map(({ id, filename }) => (
              <DocumentLink key={id} id={id} filename={filename} />
            ))}
          </Notice>
        ))}
        {decision === "abstain" && <NearestMiss response={response} />}
        {clarification && (
          <ClarificationChoice
            clarification={clarification}
            response={response}
            onChoose={onClarify}
          />
        )}
        {warnings.map((warning) => (
          <Notice key={warning}>{warning}</Notice>
        ))}
      </Stack>
    </Paper>
  );
}

function Notice({ children }: { children: React.ReactNode }) {
  return (
    <Group gap={7} wrap="nowrap" align="flex-start">
      <IconAlertTriangle
        size={14}
        aria-label="Warning"
        style={{ flex: "none", marginTop: 2, color: "var(--studio-warn)" }}
      />
      <Text fz="xs" className="anyname" component="div">
        {children}
      </Text>
    </Group>
  );
}

/** Record ids that more than one document in force among the results claims. */
export function findConflicts({ results }: Pick<SearchResponse, "results">) {
  const claims = new Map<string, Map<string, string>>();
  for (const { document_id, filename, source } of results) {
    const { record_id, status, superseded_date, amends } = source;
    if (!record_id || status !== "current" || superseded_date || amends) continue;
    const documents = claims.get(record_id) ?? new Map<string, string>();
    claims.set(record_id, documents.set(document_id, filename));
  }
  return [...claims]
    .filter(([, documents]) => documents.size > 1)
    .map(([recordId, documents]) => ({
      recordId,
      documents: [...documents].map(([id, filename]) => ({ id, filename })),
    }));
}

function NearestMiss({ response }: { response: SearchResponse }) {
  const { pipeline, stages } = response;
  const nearest = stages?.find(({ name }) => name === "reranker")?.candidates[0];
  if (pipeline.top_score === null) return null;
  return (
    <Group gap="md" fz="sm" style={{ rowGap: 0 }}>
      {nearest && (
        <Group gap="xs" miw={0} wrap="nowrap">
          <Text fz="sm" c="dimmed" style={{ whiteSpace: "nowrap" }}>
            Nearest miss
          </Text>
          <DocumentLink
            id={nearest.document_id}
            filename={nearest.filename}
            chunk={nearest.chunk_index}
          />
        </Group>
      )}
      <Group gap={6}>
        <span>reranker</span>
        <Score name="reranker" value={pipeline.top_score} />
        {pipeline.minimum_score !== null && (
          <>
            <span>&lt; threshold</span>
            <Score name="threshold" value={pipeline.minimum_score} />
          </>
        )}
      </Group>
    </Group>
  );
}
