import { Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";

import type { SystemFacts } from "@/api/types";
import { Explained } from "@/components/Explained";
import { formatCount } from "@/lib/numbers";

import { Facts } from "./Facts";
import { Panel } from "./Panel";

const engines: Record<string, string> = {
  local: "local: exact cosine and BM25 in this process",
  atlas: "atlas: $vectorSearch and $search",
};

/** What the search engine holds, against what MongoDB holds. */
export function EnginePanel({ system }: { system: SystemFacts }) {
  const { search_engine: engine, counts } = system;
  const agrees = engine.vectors === counts.chunks && engine.texts === counts.chunks;
  return (
    <Panel title="Search engine" topic="indexing">
      <Facts
        facts={[
          ["engine", engines[engine.name] ?? engine.name],
          [
            "state",
            <Text
              key="state"
              span
              inherit
              c={engine.ready ? "var(--studio-good)" : "var(--studio-warn)"}
            >
              {engine.ready ? (
                <IconCheck size={13} aria-hidden style={{ verticalAlign: "-2px" }} />
              ) : (
                <IconAlertTriangle size={13} aria-hidden style={{ verticalAlign: "-2px" }} />
              )}{" "}
              {engine.ready ? "ready" : "not ready"}
              {engine.detail && `, ${engine.detail}`}
            </Text>,
          ],
          ["chunks", `${formatCount(counts.chunks)} in MongoDB`],
          ["vector index", formatCount(engine.vectors)],
          ["text index", formatCount(engine.texts)],
          [
            "agreement",
            <Explained
              key="agreement"
              title="Chunks = vectors = texts"
              explanation="Every chunk must be found by its vector and by its words. While documents are being indexed the three differ for a moment."
              topic="indexing"
            >
              {agrees ? "the three agree" : "the three differ"}
            </Explained>,
          ],
        ]}
      />
    </Panel>
  );
}
