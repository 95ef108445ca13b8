import type { SystemFacts } from "@/api/types";
import { formatBytes, formatCount } from "@/lib/numbers";

import { Facts } from "./Facts";
import { Panel } from "./Panel";

/** How much there is, and the space it takes. */
export function ContentPanel({ system }: { system: SystemFacts }) {
  const { counts, database } = system;
  const statuses = Object.entries(counts.documents_by_status).filter(([, count]) => count > 0);
  return (
    <Panel title="Counts and sizes" topic="storage">
      <Facts
        facts={[
          [
            "documents",
            [
              formatCount(counts.documents),
              statuses.length > 0 &&
                `(${statuses.map(([status, count]) => `${formatCount(count)} ${status}`).join(", ")})`,
            ]
              .filter(Boolean)
              .join(" "),
          ],
          ["chunks", formatCount(counts.chunks)],
          ["data", `${formatBytes(database.data_bytes)}, before compression`],
          ["on disk", `${formatBytes(database.storage_bytes)}, as MongoDB stores it`],
          ["indexes", `${formatBytes(database.index_bytes)}, of MongoDB`],
        ]}
      />
    </Panel>
  );
}
