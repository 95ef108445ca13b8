import { Anchor, Button, Group, Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import type { SearchResponse } from "@/api/types";
import { GuideLink } from "@/components/GuideLink";

import { hitAnchor } from "./HitCard";
import type { LabSearch } from "./labSearch";
import { noticeQuery } from "./modelNotice";
import { useWrittenAnswer, type CheckedSentence } from "./useWrittenAnswer";

/** An answer by the language model, below the passages; absent where none may be asked for. */
export function WrittenAnswer({ lab, response }: { lab: LabSearch; response: SearchResponse }) {
  const { data: notice } = useQuery(noticeQuery);
  const answer = useWrittenAnswer(lab);
  if (!notice?.is_configured || !notice.has_consented || response.decision !== "answer")
    return null;
  return (
    <Paper component="section" aria-label="Written answer" p="sm">
      <Stack gap="xs">
        <Group justify="space-between" gap="sm">
          <Text fz="sm" fw={600} className="anyname">
            Written answer{answer.model && `, by ${answer.model}`}
          </Text>
          <Button
            variant="default"
            loading={answer.status === "writing"}
            onClick={() => void answer.start()}
          >
            {answer.status === "idle" ? "Write an answer" : "Write it again"}
          </Button>
        </Group>
        <div aria-live="polite" aria-busy={answer.status === "writing"}>
          {answer.status === "done"
            ? answer.sentences.map((sentence, at) => (
                <Sentence key={at} sentence={sentence} response={response} />
              ))
            : answer.text && (
                <Text fz="sm" dir="auto" style={{ whiteSpace: "pre-wrap" }}>
                  {answer.text}
                </Text>
              )}
        </div>
        {answer.reason && (
          <Text fz="sm">
            <b>No complete answer.</b> {answer.reason} The passages stand as they are.
          </Text>
        )}
        {answer.status === "done" && (
          <Text fz="xs" c="dimmed">
            Written by a language model and not stored. A mark says what the cited passages do not
            hold; a sentence without one can still be wrong. <GuideLink topic="answerChecks" />
          </Text>
        )}
      </Stack>
    </Paper>
  );
}

function Sentence({ sentence, response }: { sentence: CheckedSentence; response: SearchResponse }) {
  const faults = describeFaults(sentence);
  return (
    <Text
      fz="sm"
      dir="auto"
      mb={4}
      style={faults.length ? { borderInlineStart: "3px solid var(--studio-warn)" } : undefined}
      ps={faults.length ? 8 : undefined}
    >
      {sentence.text}
      {sentence.citations.map((number) => {
        const hit = response.results[number - 1];
        return (
          hit && (
            <Anchor key={number} fz="xs" ms={6} href={`#${hitAnchor(response.mode, hit.id)}`}>
              {number}. {hit.filename}
            </Anchor>
          )
        );
      })}
      {faults.length > 0 && (
        <Text span fz="xs" display="block">
          <b>Check this:</b> {faults.join("; ")}.
        </Text>
      )}
    </Text>
  );
}

/** What is wrong with a sentence, in words. */
export function describeFaults(sentence: CheckedSentence): string[] {
  const faults: string[] = [];
  if (sentence.unknown_citations.length)
    faults.push(`no passage has the number ${sentence.unknown_citations.join(", ")}`);
  if (!sentence.citations.length) faults.push("it cites no passage");
  if (sentence.missing_terms.length)
    faults.push(`no cited passage holds ${sentence.missing_terms.join(", ")}`);
  if (sentence.is_supported === false)
    faults.push(`the local reranker finds no support (${(sentence.support ?? 0).toFixed(3)})`);
  return faults;
}
