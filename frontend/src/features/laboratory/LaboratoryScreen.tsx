import { Stack, Title, VisuallyHidden } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";

import { documentQuery } from "@/api/documents";
import { useStore } from "@/api/store";
import { type ChunkingChoice, chooseLike } from "@/lib/strategies";
import { EmptyState } from "@/components/EmptyState";
import { GuideLink } from "@/components/GuideLink";
import { Screen } from "@/components/Screen";
import { RechunkDialog } from "@/features/rechunking/RechunkDialog";

import { ChunkLegend } from "./ChunkLegend";
import { ChunkList, type Jump } from "./ChunkList";
import { EvidenceForm } from "./EvidenceForm";
import { EvidenceTable } from "./EvidenceTable";
import { findMaterial } from "./laboratoryRequest";
import {
  type LaboratorySearch,
  beginSides,
  patchSide,
  type Side,
  type SideName,
  SIDES,
  sideOf,
} from "./laboratorySearch";
import classes from "./Laboratory.module.css";
import { MaterialPanel } from "./MaterialPanel";
import { pastedText } from "./pastedText";
import { SearchOutcome } from "./SearchOutcome";
import { SidePanel } from "./SidePanel";
import { useSideReport } from "./useSideReport";

const labels: Record<SideName, string> = { a: "A", b: "B" };

/** One text cut two ways, side by side. The settings live in the address, a pasted text nowhere. */
export function LaboratoryScreen() {
  const search = useSearch({ from: "/laboratory" });
  const navigate = useNavigate({ from: "/laboratory" });
  const pasted = useStore(pastedText);
  const found = useMemo(() => findMaterial(search, pasted), [search, pasted]);
  const reports = {
    a: useSideReport("a", search, found),
    b: useSideReport("b", search, found),
  };
  const [jumps, setJumps] = useState<Partial<Record<SideName, Jump>>>({});
  const [rechunking, setRechunking] = useState<ChunkingChoice | null>(null);
  const { data: document } = useQuery({
    ...documentQuery(search.document ?? ""),
    enabled: search.document !== undefined,
  });

  const change = (patch: Partial<LaboratorySearch>) => {
    setJumps({});
    void navigate({
      search: (previous) => ({ ...previous, ...patch }),
      resetScroll: false,
    });
  };

  const cut = SIDES.flatMap((name) => {
    const { data, error } = reports[name];
    const report = error ? undefined : data?.sides[0];
    return data && report
      ? [{ name, label: labels[name], window: data.window_tokens, report }]
      : [];
  });
  const most = Math.max(
    1,
    ...cut.flatMap(({ window, report }) => [window, report.statistics.tokens.maximum]),
  );
  const facts = cut[0]?.report.evidence?.facts.map(({ values }) => values) ?? [];
  const searches = cut.filter(({ report }) => report.evidence?.search);
  const busy = SIDES.some((name) => reports[name].isFetching);
  const onJump = (name: SideName) => (chunk: number) =>
    setJumps((before) => ({ ...before, [name]: { chunk } }));

  return (
    <Screen
      title="Chunk lab"
      lead={
        <>
          One text cut two ways. Nothing is stored: the settings live in the address, a pasted text
          in this tab alone. <GuideLink topic="laboratory" inText />
        </>
      }
    >
      <VisuallyHidden role="status">{busy ? "Cutting" : ""}</VisuallyHidden>
      <div className={classes.pair}>
        <MaterialPanel
          search={search}
          onChange={(patch) => change({ ...beginSides(search), ...patch })}
        />
        <EvidenceForm search={search} onChange={change} />
      </div>
      <div className={classes.pair} aria-busy={busy}>
        {SIDES.map((name) => (
          <SidePanel
            key={name}
            label={labels[name]}
            side={sideOf(search, name)}
            report={reports[name]}
            most={most}
            onChange={(patch: Partial<Side>) => change(patchSide(name, patch))}
            onRechunk={
              document?.status === "ready" && !sideOf(search, name).plain
                ? (chunking) => setRechunking(chooseLike(chunking))
                : undefined
            }
          />
        ))}
      </div>
      {!found && (
        <EmptyState title="Nothing to cut yet">
          Choose a document or paste a text above. The classic failure shows why it matters: a long
          table split as characters loses the names of its columns, records of rows keep them.
        </EmptyState>
      )}
      {cut.length > 0 && (
        <Stack gap="md">
          {facts.length > 0 && (
            <EvidenceTable
              facts={facts}
              sides={cut
                .filter(({ report }) => report.evidence)
                .map(({ name, ...side }) => ({ ...side, onJump: onJump(name) }))}
            />
          )}
          {searches.length > 0 && (
            <div className={classes.pair}>
              {searches.map(
                ({ name, label, report }) =>
                  report.evidence?.search && (
                    <SearchOutcome
                      key={name}
                      side={label}
                      search={report.evidence.search}
                      onJump={onJump(name)}
                    />
                  ),
              )}
            </div>
          )}
          <Stack gap="xs">
            <ChunkLegend />
            <div className={classes.pair}>
              {cut.map(({ name, label, report }) => (
                <Stack key={name} gap={6} miw={0} data-side={label}>
                  <Title order={3}>{label}: the chunks</Title>
                  <ChunkList side={label} chunks={report.chunks} jump={jumps[name] ?? null} />
                </Stack>
              ))}
            </div>
          </Stack>
        </Stack>
      )}
      {rechunking && document && (
        <RechunkDialog
          document={document}
          proposed={rechunking}
          onClose={() => setRechunking(null)}
        />
      )}
    </Screen>
  );
}
