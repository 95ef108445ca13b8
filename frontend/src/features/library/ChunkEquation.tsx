import { Text } from "@mantine/core";

import type { StudioDocument } from "@/api/types";
import { formatCount } from "@/lib/numbers";
import { countIndexed } from "@/lib/stages";

/** Chunks = vectors = indexed: three numbers that must agree, with ≠ where they do not. */
export function ChunkEquation({ document }: { document: StudioDocument }) {
  const { chunks, vectors } = document.counts;
  const indexed = countIndexed(document);
  const shown = [chunks, vectors, indexed];
  if (chunks === 0 && vectors === 0)
    return (
      <Text span c="dimmed">
        –
      </Text>
    );
  return (
    <span className="tabular" style={{ whiteSpace: "nowrap" }}>
      {shown.map((count, place) => {
        const before = shown[place - 1];
        const agrees = count === before;
        return (
          <span key={place}>
            {place > 0 && (
              <Text span inherit c={agrees || count === null ? "dimmed" : "var(--studio-bad)"}>
                {agrees || count === null ? " = " : " ≠ "}
              </Text>
            )}
            {count === null ? "…" : formatCount(count)}
          </span>
        );
      })}
    </span>
  );
}
