import type { SystemFacts } from "@/api/types";
import { formatCount, formatMebibytes, plural } from "@/lib/numbers";

import { Facts } from "./Facts";
import { Panel } from "./Panel";

const number = (value: unknown) => (typeof value === "number" ? formatCount(value) : "–");

/** What an upload may be, and how documents are cut and questions answered. */
export function LimitsPanel({ system }: { system: SystemFacts }) {
  const { limits, settings } = system;
  const threshold = settings.MINIMUM_SCORE;
  return (
    <Panel title="Limits" topic="configuration">
      <Facts
        facts={[
          ["one file", `up to ${formatMebibytes(limits.max_upload_bytes)}`],
          ["one upload", `up to ${plural(limits.max_upload_files, "file")}`],
          [
            "reading",
            `up to ${number(settings.PARSE_TIMEOUT_SECONDS)} s and ${number(settings.PARSE_MEMORY_MB)} MiB a file`,
          ],
          [
            "chunks",
            `${number(settings.CHUNK_SIZE)} characters, ${number(settings.CHUNK_OVERLAP)} of overlap`,
          ],
          ["candidates", `${number(settings.CANDIDATES)} from each branch`],
          ["threshold", typeof threshold === "number" ? String(threshold) : "the reranker’s own"],
        ]}
      />
    </Panel>
  );
}
