import { queryOptions } from "@tanstack/react-query";

import type { Answered } from "@/api/answered";
import { api, unwrap } from "@/api/client";
import { documentKey } from "@/api/documents";
import type { components } from "@/api/schema";

type Schemas = components["schemas"];

export type VersionChain = Answered<Schemas["VersionChain"]>;
export type DocumentVersion = VersionChain["items"][number];
export type DocumentChanges = Answered<Schemas["DocumentChanges"]>;
export type SectionChange = DocumentChanges["sections"][number];
export type PassageChange = SectionChange["passages"][number];
export type ChangeKind = Schemas["ChangeKind"];

/** The versions and amendments a document belongs to, the oldest first, as they stand today. */
export const chainQuery = (id: string) =>
  queryOptions({
    queryKey: [...documentKey(id), "versions"],
    queryFn: ({ signal }): Promise<VersionChain> =>
      unwrap(
        api.GET("/api/documents/{document_id}/versions", {
          params: { path: { document_id: id } },
          signal,
        }),
      ),
    staleTime: 0,
  });

/** What came, went and changed from one document to another. */
export const changesQuery = (before: string, after: string) =>
  queryOptions({
    queryKey: [...documentKey(after), "changes", before],
    queryFn: async ({ signal }) =>
      (await unwrap(
        api.GET("/api/documents/{document_id}/changes", {
          params: { path: { document_id: after }, query: { against: before } },
          signal,
        }),
      )) as DocumentChanges,
  });
