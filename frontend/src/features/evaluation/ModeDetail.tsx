import { Anchor, Group, Stack, Table, Text } from "@mantine/core";
import { IconArrowRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";

import { DocumentLink } from "@/components/DocumentLink";
import { Score } from "@/components/Score";
import { formatDuration } from "@/lib/time";

import classes from "./Evaluation.module.css";
import type { CaseResult, Passage, Run, Suite, SuiteCase } from "./evaluationTypes";
import { traceSearch } from "./labLink";
import { VerdictMark } from "./Outcome";
import { modeNames } from "./words";

interface Props {
  result: CaseResult;
  expected: SuiteCase | null;
  run: Run;
  suite: Suite | undefined;
}

/** One mode's answer to a case: reason, expected sources with ranks, and what was returned. */
export function ModeDetail({ result, expected, run, suite }: Props) {
  const { mode, verdict, results } = result;
  return (
    <Stack gap={6} component="section" aria-label={modeNames[mode]} miw={0}>
      <Group gap="sm" justify="space-between">
        <Text fz="sm" fw={600} component="h3" m={0}>
          {modeNames[mode]}
        </Text>
        <Anchor
          fz="xs"
          renderRoot={(props) => (
            <Link to="/search" search={traceSearch(run, suite, result, mode)} {...props} />
          )}
        >
          Trace in the search lab <IconArrowRight size={11} aria-hidden />
        </Anchor>
      </Group>
      <Text fz="sm" className="anyname">
        <VerdictMark verdict={verdict} />
        {": "}
        {verdict.reason}
      </Text>
      <Group gap="md" fz="xs">
        <span>decision {result.decision}</span>
        {result.top_score !== null && (
          <span>
            best <Score name="reranker" value={result.top_score} labelled />
          </span>
        )}
        {result.minimum_score !== null && (
          <Score name="threshold" value={result.minimum_score} labelled />
        )}
        <span className="tabular">took {formatDuration(result.milliseconds)}</span>
      </Group>
      {expected && expected.expected_sources.length > 0 && (
        <Stack gap={1} component="ul" className={classes.sources} aria-label="Expected sources">
          {expected.expected_sources.map(({ filename, group }, place) => (
            <li key={`${group}/${filename}`} className="anyname">
              {filename}{" "}
              <Text span c="dimmed" inherit>
                ({group})
              </Text>
              : <EvidenceRank rank={verdict.source_ranks[place]} />
            </li>
          ))}
        </Stack>
      )}
      {results.length === 0 ? (
        <Text fz="xs" c="dimmed">
          No passage was returned.
        </Text>
      ) : (
        <Passages result={result} expected={expected} />
      )}
    </Stack>
  );
}

function EvidenceRank({ rank }: { rank: number | null | undefined }) {
  if (rank === null || rank === undefined) {
    return (
      <Text span inherit c="var(--studio-bad)">
        evidence not found
      </Text>
    );
  }
  return <span className="tabular">evidence at rank {rank}</span>;
}

function Passages({ result, expected }: Pick<Props, "result" | "expected">) {
  const score = result.mode === "vector" ? "vector" : "reranker";
  return (
    <Table.ScrollContainer minWidth={300}>
      <Table fz="xs" verticalSpacing={2} aria-label="Returned passages">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={28}>#</Table.Th>
            <Table.Th>Passage</Table.Th>
            <Table.Th ta="right">{score === "vector" ? "Vector" : "Reranker"}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {result.results.map((passage, place) => (
            <Table.Tr key={passage.chunk_id}>
              <Table.Td className="tabular">{place + 1}</Table.Td>
              <Table.Td className={classes.passage}>
                <Group gap={6} wrap="nowrap">
                  {passage.source_deleted ? (
                    <DeletedSource filename={passage.filename} />
                  ) : (
                    <DocumentLink
                      id={passage.document_id}
                      filename={passage.filename}
                      chunk={passage.chunk_index}
                    />
                  )}
                  <Text span inherit c="dimmed" className="tabular" style={{ flex: "none" }}>
                    chunk {passage.chunk_index}
                  </Text>
                  <Role passage={passage} expected={expected} />
                </Group>
              </Table.Td>
              <Table.Td ta="right">
                <Score name={score} value={passage.scores[score]} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function DeletedSource({ filename }: { filename: string }) {
  return (
    <>
      <span className="oneline anyname" title={filename} dir="auto">
        {filename}
      </span>
      <Text span inherit c="var(--studio-warn)" style={{ flex: "none" }}>
        source since deleted
      </Text>
    </>
  );
}

function Role({ passage, expected }: { passage: Passage; expected: SuiteCase | null }) {
  const isOne = (source: { filename: string; group: string }) =>
    source.filename === passage.filename && source.group === passage.group;
  const role = expected?.expected_sources.some(isOne)
    ? "expected"
    : expected?.competing_sources.some(isOne)
      ? "competing"
      : null;
  if (role === null) return null;
  return (
    <Text
      span
      inherit
      c={role === "expected" ? "var(--studio-good)" : "var(--studio-warn)"}
      style={{ flex: "none" }}
    >
      {role}
    </Text>
  );
}
