import { Stack, Table, Text, Title } from "@mantine/core";
import { Fragment } from "react";

import { Explained } from "@/components/Explained";
import { formatCount } from "@/lib/numbers";

import { ChunkJump } from "./ChunkJump";
import { type FactPlace, placeFacts, sumUp } from "./evidence";
import { FactMark } from "./FactMark";
import type { SideReport } from "./laboratoryTypes";

/** Chunk numbers named before the rest is only counted. */
const MOST_NAMED = 4;

export interface NamedSide {
  /** "A" or "B". */
  label: string;
  report: SideReport;
  onJump: (chunk: number) => void;
}

/** For each fact: which chunk holds it whole, and whether the search's first results do. */
export function EvidenceTable({ facts, sides }: { facts: string[][]; sides: NamedSide[] }) {
  const places = sides.map(({ report }) => placeFacts(report));
  return (
    <Stack gap="xs" component="section" aria-label="Evidence check">
      <Explained
        title="Evidence check"
        explanation="A fact is evidence only where its values stand together in one chunk. White space, Markdown and letter case do not matter."
        topic="laboratory"
      >
        <Title order={2}>Evidence check</Title>
      </Explained>
      {sides.map(({ label, report }) => (
        <Text key={label} fz="sm" className="tabular">
          <b>{label}</b>: {sumUp(report)}.
        </Text>
      ))}
      <Table.ScrollContainer minWidth={310} type="native">
        <Table verticalSpacing={6} layout="fixed" withTableBorder aria-label="Facts">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="28%">Fact</Table.Th>
              {sides.map(({ label, report }) => (
                <Table.Th key={label}>
                  {label} · {report.chunking.strategy}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {facts.map((values, fact) => (
              <Table.Tr key={fact} style={{ verticalAlign: "top" }}>
                <Table.Th scope="row" fw={400} className="anyname" ta="start">
                  <Text span fz="xs" c="dimmed" className="tabular">
                    {fact + 1}{" "}
                  </Text>
                  {values.join(" + ")}
                </Table.Th>
                {sides.map(({ label, onJump }, side) => (
                  <Table.Td key={label}>
                    <Place
                      place={places[side]?.[fact]}
                      limit={sides[side]?.report.evidence?.search?.limit ?? 0}
                      side={label}
                      onJump={onJump}
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Stack>
  );
}

interface PlaceProps {
  place: FactPlace | undefined;
  limit: number;
  side: string;
  onJump: (chunk: number) => void;
}

function Place({ place, limit, side, onJump }: PlaceProps) {
  if (!place) return <>–</>;
  const { whole, chunks, nearest, missing, rank, searched } = place;
  const more = chunks.length - MOST_NAMED;
  return (
    <Stack gap={2}>
      <FactMark good={whole}>
        {whole ? (
          <>
            whole in{" "}
            {chunks.slice(0, MOST_NAMED).map((chunk, at) => (
              <Fragment key={chunk}>
                {at > 0 && ", "}
                <ChunkJump chunk={chunk} side={side} onJump={onJump} />
              </Fragment>
            ))}
            {more > 0 && ` and ${formatCount(more)} more`}
          </>
        ) : (
          <>
            whole in no chunk
            {nearest !== null && (
              <>
                ; nearest, <ChunkJump chunk={nearest} side={side} onJump={onJump} />, lacks{" "}
                <b>{missing.join(", ")}</b>
              </>
            )}
          </>
        )}
      </FactMark>
      {searched && (
        <FactMark good={rank !== null}>
          {rank === null
            ? `not among the first ${formatCount(limit)} results`
            : `found, result ${formatCount(rank)}`}
        </FactMark>
      )}
    </Stack>
  );
}
