import { Box } from "@mantine/core";

import type { TracedStage } from "@/api/types";
import { formatScore } from "@/lib/numbers";
import { useDocumentColor } from "@/lib/useScheme";

interface Props {
  reranked: TracedStage["candidates"];
  threshold: number | null;
}

const HEIGHT = 30;

/** Every reranker score on its scale from 0 to 1, the threshold as a line across it. */
export function EvidenceScale({ reranked, threshold }: Props) {
  const colorOf = useDocumentColor();
  const at = (score: number) => `${(score * 100).toFixed(3)}%`;
  const reaching =
    threshold === null ? 0 : reranked.filter(({ score }) => (score ?? 0) >= threshold).length;
  const label =
    threshold === null
      ? `${reranked.length} reranker scores from 0 to 1; no threshold applies.`
      : `${reaching} of ${reranked.length} reranker scores reach the threshold ${formatScore(threshold)}.`;
  return (
    <Box px={6}>
      <svg
        role="img"
        aria-label={label}
        width="100%"
        height={HEIGHT}
        style={{ display: "block", overflow: "visible" }}
      >
        <line x1="0" x2="100%" y1={12} y2={12} stroke="var(--mantine-color-default-border)" />
        {[0, 0.25, 0.5, 0.75, 1].map((tick) => (
          <text
            key={tick}
            x={at(tick)}
            y={28}
            fontSize={10}
            textAnchor={tick === 0 ? "start" : tick === 1 ? "end" : "middle"}
            fill="var(--mantine-color-dimmed)"
            className="tabular"
          >
            {tick}
          </text>
        ))}
        {[...reranked].reverse().map(({ id, document_id, score }) => (
          <rect
            key={id}
            x={at(score ?? 0)}
            y={threshold !== null && (score ?? 0) < threshold ? 8 : 4}
            width={2.5}
            height={threshold !== null && (score ?? 0) < threshold ? 8 : 16}
            transform="translate(-1.25 0)"
            fill={colorOf(document_id)}
          />
        ))}
        {threshold !== null && (
          <line
            x1={at(threshold)}
            x2={at(threshold)}
            y1={-1}
            y2={20}
            stroke="var(--mantine-color-text)"
            strokeDasharray="2 2"
          />
        )}
      </svg>
    </Box>
  );
}
