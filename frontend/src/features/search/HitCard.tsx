import { Collapse, Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { type CSSProperties, type ReactNode, useState } from "react";

import type { Hit } from "@/api/types";
import { DocumentLink } from "@/components/DocumentLink";
import { SourceStatus } from "@/components/SourceStatus";
import { formatScore } from "@/lib/numbers";
import { useDocumentColor } from "@/lib/useScheme";

import { cosineOf } from "./arithmetic";
import { HitArithmetic } from "./HitArithmetic";
import classes from "./HitCard.module.css";
import type { BestSentence } from "./passageBlocks";
import { isLong, Passage } from "./Passage";

interface Props {
  hit: Hit;
  /** Its place among the results, from 1. */
  place: number;
  mode: "vector" | "hybrid";
  threshold: number | null;
  rrfK: number;
  narrow?: boolean;
  /** The sentence of it that fits the question best. */
  best?: BestSentence | null;
  /** What the other mode made of it, where both were asked. */
  elsewhere?: string;
  /** What its document is to the source that controls. */
  standing?: string | null;
  highlighted: boolean;
  onHighlight: (id: string | null) => void;
}

/** The id of a hit on the page, to scroll to. */
export function hitAnchor(mode: string, id: string): string {
  return `hit-${mode}-${id}`;
}

/** One passage: where it is from and what it says; its scores are one line, with the sums behind it. */
export function HitCard({
  hit,
  place,
  best = null,
  elsewhere,
  standing,
  highlighted,
  onHighlight,
  ...rest
}: Props) {
  const colorOf = useDocumentColor();
  const [whole, setWhole] = useState(false);
  const [scores, setScores] = useState(false);
  return (
    <article
      id={hitAnchor(rest.mode, hit.id)}
      tabIndex={-1}
      className={classes.card}
      data-highlighted={highlighted || undefined}
      style={{ "--hit-color": colorOf(hit.document_id) } as CSSProperties}
      aria-label={`Result ${place}: ${hit.filename}`}
      onMouseEnter={() => onHighlight(hit.id)}
      onMouseLeave={() => onHighlight(null)}
    >
      <Stack gap={6}>
        <Group gap="xs" align="baseline" style={{ rowGap: 0 }}>
          <Text fz="sm" fw={600} className="tabular" miw={14}>
            {place}
          </Text>
          <Text fz="sm" component="div" fw={500} miw={0}>
            <DocumentLink id={hit.document_id} filename={hit.filename} chunk={hit.chunk_index} />
          </Text>
          <Text fz="xs" c="dimmed" component="div" className="anyname">
            <Place hit={hit} best={best} />
          </Text>
          {standing && (
            <Text fz="xs" fw={500} className="anyname">
              {standing}
            </Text>
          )}
        </Group>
        <Passage hit={hit} best={best} whole={whole} />
        <Group gap="md" style={{ rowGap: 2 }}>
          <UnstyledButton
            className={classes.scores}
            aria-expanded={scores}
            aria-label={`Scores: ${summarizeScores(hit, rest.mode)}`}
            onClick={() => setScores(!scores)}
          >
            <IconChevronRight size={12} aria-hidden className={classes.chevron} />
            <span className="tabular">{summarizeScores(hit, rest.mode)}</span>
          </UnstyledButton>
          {elsewhere && (
            <Text fz="xs" c="dimmed">
              {elsewhere}
            </Text>
          )}
          {isLong(hit.content) && (
            <UnstyledButton
              onClick={() => setWhole(!whole)}
              aria-expanded={whole}
              fz="xs"
              mih={24}
              c="var(--studio-accent)"
            >
              {whole ? "Show less" : "Show the whole passage"}
            </UnstyledButton>
          )}
        </Group>
        <Collapse expanded={scores}>
          {scores && (
            <Stack gap={6}>
              <HitArithmetic hit={hit} {...rest} />
              <Provenance hit={hit} />
            </Stack>
          )}
        </Collapse>
      </Stack>
    </article>
  );
}

/** `reranker 0.9999 · cosine 0.71 (rank 2) · BM25 12.3 (rank 1)` */
export function summarizeScores({ scores, ranks }: Pick<Hit, "scores" | "ranks">, mode: string) {
  const ranked = (score: string, rank: number | null) =>
    rank === null ? score : `${score} (rank ${rank})`;
  const parts = [
    mode === "hybrid" && scores.reranker !== null && `reranker ${formatScore(scores.reranker)}`,
    scores.vector !== null &&
      ranked(`cosine ${formatScore(cosineOf(scores.vector))}`, ranks.vector),
    mode === "hybrid" &&
      (scores.text === null ? "no BM25" : ranked(`BM25 ${scores.text.toFixed(2)}`, ranks.text)),
  ];
  return parts.filter(Boolean).join(" · ");
}

/** Page and section: that of the best sentence where the passage spans several. */
function Place({ hit, best }: { hit: Hit; best: BestSentence | null }): ReactNode {
  const heading = hit.section?.split(" > ").at(-1);
  const section = best?.heading && best.heading !== heading ? best.heading : hit.section;
  const parts = [hit.page === null ? null : `page ${hit.page}`, section].filter(Boolean);
  return (
    <>
      {parts.join(" · ")}
      {hit.source.status !== "current" && (
        <>
          {parts.length > 0 && " · "}
          <SourceStatus status={hit.source.status} />
        </>
      )}
    </>
  );
}

function Provenance({ hit }: { hit: Hit }) {
  const { source } = hit;
  return (
    <Text fz="xs" c="dimmed" component="div" className="anyname">
      chunk <span className="tabular">{hit.chunk_index}</span>
      {hit.page !== null && <> · page {hit.page}</>}
      {hit.section && <> · {hit.section}</>} · {hit.block_type} · group {hit.group}
      {source.record_id && (
        <>
          {" "}
          · <span className="mono">{source.record_id}</span>
        </>
      )}{" "}
      · <SourceStatus status={source.status} />
      {source.effective_date && (
        <span className="tabular"> · in force from {source.effective_date}</span>
      )}
      {source.superseded_date && <span className="tabular"> until {source.superseded_date}</span>}
      {source.amends && (
        <>
          {" "}
          · amends {source.amends_section && <>section {source.amends_section} of </>}
          <span className="mono">{source.amends}</span>
        </>
      )}
    </Text>
  );
}
