import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import type { StudioDocument } from "@/api/types";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { GuideLink } from "@/components/GuideLink";
import { Waiting } from "@/components/Waiting";

import { Section } from "../Section";
import { choosePair, type Pair } from "./chain";
import { Changes } from "./Changes";
import { PairChoice } from "./PairChoice";
import { chainQuery } from "./versionQueries";
import { VersionTable } from "./VersionTable";

interface Props {
  document: StudioDocument;
  /** The two versions the address names. */
  asked: Partial<Pair>;
  onCompare: (pair: Pair) => void;
}

/** The chain of versions a document belongs to, and what changed between two of them. */
export function VersionsTab({ document, asked, onCompare }: Props) {
  const { data: chain, error, refetch } = useQuery(chainQuery(document.id));
  if (error && !chain) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!chain) return <Waiting lines={8} />;
  const pair = choosePair(chain.items, document.id, asked);
  return (
    <Stack gap="md">
      <Section title="Versions" topic="versions">
        <VersionTable chain={chain} />
      </Section>
      {chain.items.length < 2 && (
        <EmptyState title="This is the only version">
          Upload a new version of it, or name what it replaces under “Source” in the overview: then
          both stand here, and what changed between them. <GuideLink topic="versions" />
        </EmptyState>
      )}
      {pair && (
        <Section title="What changed" topic="changes">
          <PairChoice items={chain.items} pair={pair} onChange={onCompare} />
          <Changes key={`${pair.before}/${pair.after}`} pair={pair} />
        </Section>
      )}
    </Stack>
  );
}
