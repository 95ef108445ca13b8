import { Group, Paper, Stack, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useId, useMemo, useState } from "react";

import type { TracedStage } from "@/api/types";
import { DocumentDot } from "@/components/DocumentDot";
import { Explained } from "@/components/Explained";
import { useDocumentColor } from "@/lib/useScheme";

import { outcomeWords, stageWords } from "./words";
import { flowGeometry, type FlowPassage, LINKS, linkPath, readRankFlow, rowOf } from "./flowData";
import classes from "./RankFlow.module.css";
import { RankFlowAxes } from "./RankFlowAxes";
import { useTweened } from "./useTweened";

interface Props {
  stages: TracedStage[];
  highlighted: string | null;
  onHighlight: (id: string | null) => void;
  /** A passage was chosen: go to it, or ask why it is not there. */
  onChoose: (passage: FlowPassage) => void;
}

/** Ranks in every stage, one line a passage in its document's colour. Arrow keys walk the passages. */
export function RankFlow({ stages, highlighted, onHighlight, onChoose }: Props) {
  const { ref, width } = useElementSize();
  const chartId = useId();
  const colorOf = useDocumentColor();
  const [focused, setFocused] = useState(false);
  const flow = useMemo(() => readRankFlow(stages), [stages]);
  const geometry = flowGeometry(flow, width || 640);
  const targets = useMemo(() => {
    const places = new Map<string, number>();
    for (const { id, ranks } of flow.passages) {
      for (const [stage, rank] of Object.entries(ranks)) {
        places.set(`${stage}:${id}`, rowOf(rank, flow.rows));
      }
    }
    return places;
  }, [flow]);
  const rowsNow = useTweened(targets);
  const active = flow.passages.find(({ id }) => id === highlighted);

  const y = (stage: string, id: string) => {
    const row = rowsNow.get(`${stage}:${id}`) ?? targets.get(`${stage}:${id}`);
    return row === undefined ? null : geometry.yOf(row);
  };
  const walk = (event: React.KeyboardEvent) => {
    const at = flow.passages.findIndex(({ id }) => id === highlighted);
    const last = flow.passages.length - 1;
    const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ];
    if (to !== undefined) {
      event.preventDefault();
      onHighlight(flow.passages[Math.min(last, Math.max(0, to))]?.id ?? null);
    } else if ((event.key === "Enter" || event.key === " ") && active) {
      event.preventDefault();
      onChoose(active);
    } else if (event.key === "Escape") onHighlight(null);
  };

  if (flow.columns.length < 2 || !flow.passages.length) return null;
  // Strong lines last, so that they lie on top.
  const drawn = [...flow.passages].sort((one, other) => weight(one) - weight(other));
  return (
    <Paper component="section" p="sm" aria-label="Rank flow">
      <Stack gap={6}>
        <Explained
          title="Rank flow"
          explanation="Where each passage stands in each stage. Both branches are joined by their ranks, the best of that is reranked, and the cuts say what is returned."
          topic="fusion"
        >
          <Text fz="sm" fw={600}>
            Rank flow
          </Text>
        </Explained>
        <div ref={ref}>
          <svg
            className={classes.chart}
            viewBox={`0 0 ${geometry.width} ${geometry.height}`}
            height={geometry.height}
            role="listbox"
            tabIndex={0}
            aria-label="Passages in their final order; arrow keys walk them, Enter opens one"
            aria-activedescendant={active ? `${chartId}${active.id}` : undefined}
            data-highlighting={active ? true : undefined}
            onKeyDown={walk}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onMouseLeave={() => onHighlight(null)}
          >
            <RankFlowAxes flow={flow} geometry={geometry} />
            {drawn.map((passage) => (
              <g
                key={passage.id}
                id={`${chartId}${passage.id}`}
                role="option"
                aria-selected={passage.id === highlighted}
                aria-label={describe(passage)}
                className={classes.passage}
                data-returned={passage.outcome === "returned" || undefined}
                data-highlighted={passage.id === highlighted || undefined}
                onMouseEnter={() => onHighlight(passage.id)}
                onClick={() => onChoose(passage)}
                // Keys are the list's: it holds the focus and names the active passage.
                onKeyDown={undefined}
                tabIndex={-1}
              >
                {LINKS.map(([from, to]) => {
                  const [y1, y2] = [y(from, passage.id), y(to, passage.id)];
                  const [x1, x2] = [geometry.xOf(from), geometry.xOf(to)];
                  if (y1 === null || y2 === null || x1 === null || x2 === null) return null;
                  const path = linkPath(x1, y1, x2, y2);
                  return (
                    <g key={`${from}-${to}`}>
                      <path className={classes.hit} d={path} />
                      <path
                        className={classes.link}
                        d={path}
                        stroke={colorOf(passage.documentId)}
                      />
                    </g>
                  );
                })}
                {flow.columns.map(({ stage }) => {
                  const cy = y(stage, passage.id);
                  const cx = geometry.xOf(stage);
                  if (cy === null || cx === null) return null;
                  return (
                    <circle
                      key={stage}
                      className={classes.node}
                      cx={cx}
                      cy={cy}
                      r={passage.outcome === "returned" ? 4.5 : 3.5}
                      fill={colorOf(passage.documentId)}
                    />
                  );
                })}
                {geometry.labels && passage.outcome === "returned" && (
                  <text
                    className={classes.label}
                    x={geometry.labelX}
                    y={(y(geometry.last, passage.id) ?? 0) + 4}
                  >
                    {shorten(passage.filename, geometry.labelChars)} #{passage.chunkIndex}
                  </text>
                )}
              </g>
            ))}
          </svg>
        </div>
        <Group gap="xs" mih={20} wrap="nowrap" aria-live={focused ? "polite" : "off"}>
          {active ? (
            <>
              <DocumentDot id={active.documentId} />
              <Text fz="xs" className="anyname tabular">
                {describe(active)}
              </Text>
            </>
          ) : (
            <Text fz="xs" c="dimmed">
              Point at a line, or walk with the arrow keys.
            </Text>
          )}
        </Group>
      </Stack>
    </Paper>
  );
}

function weight({ outcome, ranks }: FlowPassage): number {
  return (outcome === "returned" ? 1000 : 0) - (ranks.reranker ?? ranks.fused ?? 500);
}

function shorten(name: string, most: number): string {
  const letters = [...name];
  if (letters.length <= most) return name;
  const tail = Math.floor(most / 3);
  return `${letters.slice(0, most - tail - 1).join("")}…${letters.slice(-tail).join("")}`;
}

/** A passage's whole way in one line. */
function describe({ filename, chunkIndex, ranks, outcome }: FlowPassage): string {
  const places = (["vector", "text", "fused", "reranker"] as const).map(
    (stage) => `${stageWords[stage].toLowerCase()} ${ranks[stage] ?? "–"}`,
  );
  return `${filename} #${chunkIndex}: ${places.join(", ")}; ${outcomeWords[outcome]}`;
}
