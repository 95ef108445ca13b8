import { Paper, Stack, Table, Text } from "@mantine/core";

import type { SearchResponse } from "@/api/types";
import { Explained } from "@/components/Explained";

import { ClarifyGates } from "./ClarifyGates";
import type { LabSearch } from "./labSearch";
import { PipelineLine } from "./PipelineLine";
import { ThresholdRuler } from "./ThresholdRuler";

interface Props {
  response: SearchResponse;
  lab: LabSearch;
  limit: number;
  onChange: (patch: Partial<LabSearch>) => void;
}

/** How the decision came about: the probability of evidence, the threshold, the gates, the stages. */
export function DecisionDetail({ response, lab, limit, onChange }: Props) {
  const { evidence, pipeline, stages } = response;
  const reranked = stages?.find(({ name }) => name === "reranker")?.candidates ?? [];
  return (
    <Paper component="section" p="sm" aria-label="How it was decided">
      <Stack gap="sm">
        <Text fz="sm" fw={600} component="h2">
          How it was decided
        </Text>
        {evidence && <EvidenceBand evidence={evidence} />}
        {reranked.length > 0 && (
          <ThresholdRuler
            reranked={reranked}
            threshold={pipeline.minimum_score}
            chosen={lab.threshold !== undefined}
            limit={limit}
            onChange={(threshold) => onChange({ threshold })}
          />
        )}
        <ClarifyGates pipeline={pipeline} />
        <PipelineLine response={response} />
      </Stack>
    </Paper>
  );
}

type Evidence = NonNullable<SearchResponse["evidence"]>;

const FEATURES_SHOWN = 5;

function EvidenceBand({ evidence }: { evidence: Evidence }) {
  const { probability, weak_from: weak, found_from: found, features, decides } = evidence;
  const strongest = [...features]
    .sort((one, other) => Math.abs(other.contribution) - Math.abs(one.contribution))
    .slice(0, FEATURES_SHOWN);
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  const zones = [
    { from: 0, to: weak, color: "var(--studio-bad)", word: "none" },
    { from: weak, to: found, color: "var(--studio-warn)", word: "weak" },
    { from: found, to: 1, color: "var(--studio-good)", word: "found" },
  ];
  return (
    <Stack gap={4}>
      <Explained
        title="Probability of evidence (0 to 1)"
        explanation="A logistic model over the scores and words of the leading passages. Its two limits make three bands: none, weak, found."
        topic="decisions"
      >
        <Text fz="xs" fw={600} className="tabular">
          Probability of evidence {probability.toFixed(2)}
        </Text>
      </Explained>
      <svg
        role="img"
        aria-label={`Probability ${probability.toFixed(2)}; weak from ${weak.toFixed(2)}, found from ${found.toFixed(2)}.`}
        width="100%"
        height={28}
        style={{ display: "block", overflow: "visible" }}
      >
        {zones.map(({ from, to, color, word }) => (
          <g key={word}>
            <rect
              x={percent(from)}
              width={percent(to - from)}
              y={5}
              height={6}
              fill={color}
              opacity={0.75}
            />
            <text
              x={percent((from + to) / 2)}
              y={25}
              fontSize={10}
              textAnchor="middle"
              fill="var(--mantine-color-dimmed)"
            >
              {word}
            </text>
          </g>
        ))}
        <rect
          x={percent(probability)}
          y={0}
          width={3}
          height={16}
          transform="translate(-1.5 0)"
          fill="var(--mantine-color-text)"
        />
      </svg>
      {!decides && (
        <Text fz="xs" c="dimmed">
          A remark only: a minimum score decides this search.
        </Text>
      )}
      <Table aria-label="What the probability rests on" fz="xs" verticalSpacing={1}>
        <Table.Tbody>
          {strongest.map(({ name, value, contribution }) => (
            <Table.Tr key={name}>
              <Table.Td>{featureWords[name] ?? name.replaceAll("_", " ")}</Table.Td>
              <Table.Td ta="end" className="tabular">
                {value.toFixed(2)}
              </Table.Td>
              <Table.Td ta="end" className="tabular">
                {contribution < 0 ? "−" : "+"}
                {Math.abs(contribution).toFixed(2)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

const featureWords: Record<string, string> = {
  best_evidence: "Best evidence logit",
  second_evidence: "Second evidence logit",
  best_order: "Best reranker logit",
  order_margin: "Lead of the first passage",
  best_cosine: "Best cosine",
  leader_cosine: "Cosine of the first passage",
  branch_agreement: "Vector and text agree",
  words_in_leader: "Question words in the first passage",
  words_in_leading: "Question words in the leading passages",
  words_in_line: "Question words on one line",
  words_nowhere: "Question words in no passage",
  strict_missing_in_leader: "Names and numbers missing in the first",
  strict_missing_together: "Names and numbers not together",
  terms_missing_in_line: "Terms missing on the best line",
  strict_nowhere: "Names and numbers in no passage",
};
