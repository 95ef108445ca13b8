import { Box, Table, Text } from "@mantine/core";

import type { Chunk, SearchResponse } from "@/api/types";
import { Score } from "@/components/Score";

import { type Circumstances, explainAbsence, type StageStep } from "./absence";
import { stageWords } from "./words";

interface Props {
  response: SearchResponse;
  chunk: Chunk;
  circumstances: Circumstances;
}

const scoreNames = {
  vector: "vector",
  text: "text",
  fused: "fused",
  reranker: "reranker",
} as const;

/** One passage's way through one search, stage by stage, to where it was lost. */
export function AbsenceTrail({ response, chunk, circumstances }: Props) {
  const { fate, steps, sentence } = explainAbsence(response, chunk, circumstances);
  const mode = response.mode === "vector" ? "Vector only" : "Hybrid";
  return (
    <Box style={{ flex: "1 1 280px" }} maw={520}>
      <Text fz="sm" mb={6} className="anyname">
        <Text span fw={600} c={fate === "returned" ? "var(--studio-good)" : "var(--studio-warn)"}>
          {mode}.
        </Text>{" "}
        {sentence}
      </Text>
      <Table aria-label={`Stages, ${mode}`} fz="xs" verticalSpacing={3}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Stage</Table.Th>
            <Table.Th ta="end">Rank</Table.Th>
            <Table.Th ta="end">Score</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {steps.map((step) => (
            <Table.Tr key={step.stage}>
              <Table.Td>{stageWords[step.stage]}</Table.Td>
              <Table.Td ta="end" className="tabular">
                {describePlace(step)}
              </Table.Td>
              <Table.Td ta="end">
                <Score name={scoreNames[step.stage]} value={step.score} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Box>
  );
}

function describePlace({ rank, of, filtered }: StageStep): string {
  if (filtered) return "filtered out";
  return rank === null ? `not among ${of}` : `${rank} of ${of}`;
}
