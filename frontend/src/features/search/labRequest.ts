import type { SearchRequest } from "@/api/types";

import type { LabSearch } from "./labSearch";

export type LabBody = Omit<SearchRequest, "mode"> & { mode?: "vector" | "hybrid" };

/** The body the lab sends, with nothing in it that is a default. `both` has no mode: it compares. */
export function labRequest(lab: LabSearch): LabBody {
  const filters = withoutEmpty({
    group: lab.group,
    document_ids: lab.document,
    source_status: lab.status,
    section: lab.section,
    block_type: lab.block,
  });
  return withoutEmpty({
    query: lab.q?.trim() ?? "",
    mode: lab.mode === "vector" ? ("vector" as const) : undefined,
    limit: lab.limit,
    minimum_score: lab.threshold,
    candidates: lab.candidates,
    include_superseded: lab.all,
    as_of: lab.as_of,
    filters: Object.keys(filters).length ? filters : undefined,
  });
}

function withoutEmpty<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Fields;
}
