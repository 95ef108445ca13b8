import { Group, Stack, Text, UnstyledButton } from "@mantine/core";
import { type CSSProperties, useState } from "react";

import type { Hit } from "@/api/types";
import { DocumentLink } from "@/components/DocumentLink";
import { MarkedText } from "@/components/MarkedText";
import { SourceStatus } from "@/components/SourceStatus";
import { useDocumentColor } from "@/lib/useScheme";

import { HitArithmetic } from "./HitArithmetic";
import classes from "./HitCard.module.css";

interface Props {
  hit: Hit;
  /** Its place among the results, from 1. */
  place: number;
  mode: "vector" | "hybrid";
  threshold: number | null;
  rrfK: number;
  narrow?: boolean;
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

/** One passage: where it stands, how it got there, and what it says. */
export function HitCard({
  hit,
  place,
  elsewhere,
  standing,
  highlighted,
  onHighlight,
  ...rest
}: Props) {
  const colorOf = useDocumentColor();
  const [whole, setWhole] = useState(false);
  const long = hit.content.length > 420 || hit.content.split("\n").length > 5;
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
      <Stack gap={8}>
        <Stack gap={1}>
          <Group gap="xs" wrap="nowrap" align="baseline">
            <Text fz="sm" fw={600} className="tabular" miw={16}>
              {place}
            </Text>
            <Text fz="sm" component="div" fw={500} miw={0}>
              <DocumentLink id={hit.document_id} filename={hit.filename} chunk={hit.chunk_index} />
            </Text>
          </Group>
          <Provenance hit={hit} />
          {standing && (
            <Text fz="xs" fw={500} pl={22} className="anyname">
              {standing}
            </Text>
          )}
          {elsewhere && (
            <Text fz="xs" c="dimmed" pl={22}>
              {elsewhere}
            </Text>
          )}
        </Stack>
        <HitArithmetic hit={hit} {...rest} />
        <p
          className={`${classes.text} doctext`}
          data-clamped={(long && !whole) || undefined}
          dir="auto"
        >
          <MarkedText text={hit.content} spans={hit.highlights} />
        </p>
        {long && (
          <UnstyledButton
            onClick={() => setWhole(!whole)}
            aria-expanded={whole}
            w="fit-content"
            fz="xs"
            c="var(--studio-accent)"
          >
            {whole ? "Less of it" : "The whole passage"}
          </UnstyledButton>
        )}
      </Stack>
    </article>
  );
}

function Provenance({ hit }: { hit: Hit }) {
  const { source } = hit;
  return (
    <Text fz="xs" c="dimmed" component="div" pl={22} className="anyname">
      chunk <span className="tabular">{hit.chunk_index}</span>
      {hit.page !== null && <> · page {hit.page}</>}
      {hit.section && <> · {hit.section}</>} · {hit.block_type} · {hit.group}
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
