import { keepPreviousData, useQuery } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";

import { findEvidence, type findMaterial, laboratoryBody } from "./laboratoryRequest";
import { type LaboratorySearch, type SideName, sideOf } from "./laboratorySearch";
import type { LaboratoryReport } from "./laboratoryTypes";

/**
 * Cut the material one side's way. Each side is a call of its own, so that a change of one leaves
 * the other as it is. The answer is forgotten with the screen.
 */
export function useSideReport(
  name: SideName,
  search: LaboratorySearch,
  found: ReturnType<typeof findMaterial>,
) {
  const side = sideOf(search, name);
  const evidence = findEvidence(search);
  return useQuery({
    queryKey: ["laboratory", name, found?.key, side, evidence],
    queryFn: async ({ signal }): Promise<LaboratoryReport> => {
      if (!found) throw new Error("There is nothing to cut.");
      const body = laboratoryBody(found.material, side, evidence);
      return unwrap(api.POST("/api/laboratory/chunking", { body, signal }));
    },
    enabled: found !== null,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: "always",
    placeholderData: keepPreviousData,
  });
}
