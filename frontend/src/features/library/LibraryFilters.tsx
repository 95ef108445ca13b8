import { Button, Group, Text, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";

import type { StudioDocument } from "@/api/types";
import { FacetFilter } from "@/components/FacetFilter";
import { formatCount } from "@/lib/numbers";

import { countFacet, facets, type FacetName } from "./listing";
import type { LibrarySearch } from "./librarySearch";

interface Props {
  documents: StudioDocument[];
  shown: number;
  total: number;
  search: LibrarySearch;
  onChange: (change: Partial<LibrarySearch>) => void;
}

const labels: Record<FacetName, string> = { status: "Status", group: "Group", source: "Source" };

/** Text filter and facets; the number of documents each choice would show stands beside it. */
export function LibraryFilters({ documents, shown, total, search, onChange }: Props) {
  const [text, setText] = useState(search.q ?? "");
  const settle = useDebouncedCallback((q: string) => onChange({ q: q.trim() || undefined }), 150);
  const filtered = [search.q, search.status, search.group, search.source].some(Boolean);
  // The worker begins with the oldest, which stand last: the top rows alone would look frozen.
  const working = documents.some(({ status }) => status === "queued" || status === "processing");
  const ready = documents.filter(({ status }) => status === "ready").length;
  return (
    <Group gap="xs">
      <TextInput
        aria-label="Filter by name"
        placeholder="Filter by name"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={text}
        w={200}
        onChange={(event) => {
          setText(event.currentTarget.value);
          settle(event.currentTarget.value);
        }}
      />
      {(Object.keys(facets) as FacetName[]).map((facet) => (
        <FacetFilter
          key={facet}
          label={labels[facet]}
          counts={countFacet(documents, search, facet)}
          chosen={search[facet] ?? []}
          onChange={(chosen) => onChange({ [facet]: chosen.length ? chosen : undefined })}
        />
      ))}
      {filtered && (
        <Button
          variant="subtle"
          onClick={() => {
            setText("");
            onChange({ q: undefined, status: undefined, group: undefined, source: undefined });
          }}
        >
          Clear filters
        </Button>
      )}
      <Group gap="sm" ml="auto" className="tabular" fz="sm">
        {working && (
          <Text inherit>
            {formatCount(ready)} of {formatCount(documents.length)} ready
          </Text>
        )}
        <Text inherit c="dimmed" role="status">
          {formatCount(shown)} of {formatCount(total)}
        </Text>
      </Group>
    </Group>
  );
}
