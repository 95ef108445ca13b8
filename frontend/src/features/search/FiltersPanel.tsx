import {
  Autocomplete,
  Button,
  Checkbox,
  Group,
  MultiSelect,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { libraryQuery } from "@/api/documents";
import { Explained } from "@/components/Explained";
import { formatCount } from "@/lib/numbers";

import { FacetChoices } from "./FacetChoices";
import { facetsQuery } from "./facets";
import { BLOCK_TYPES, countFilters, day, type LabSearch, SOURCE_STATUSES } from "./labSearch";
import { rollUpSections } from "./sections";
import { useDraft } from "@/lib/useDraft";

interface Props {
  lab: LabSearch;
  onChange: (patch: Partial<LabSearch>) => void;
}

const NONE: Partial<LabSearch> = {
  all: undefined,
  as_of: undefined,
  group: undefined,
  document: undefined,
  status: undefined,
  section: undefined,
  block: undefined,
};

function list<Value>(values: Value[]): Value[] | undefined {
  return values.length ? values : undefined;
}

/** What may be evidence at all. Every choice asks again, and stands in the address. */
export function FiltersPanel({ lab, onChange }: Props) {
  const { data: library } = useQuery(libraryQuery);
  const { data: facets } = useQuery(facetsQuery);
  const groups = facets?.groups ?? countBy(library?.documents ?? [], (document) => document.group);
  const count = (of: Record<string, number> | undefined, value: string) =>
    of ? (of[value] ?? 0) : null;
  return (
    <Stack gap="md" component="section" aria-label="Filters">
      <Group justify="space-between" mih={22}>
        <Explained
          title="Filters"
          explanation="Applied inside both branches, before anything is ranked or cut."
          topic="filters"
        >
          <Text fz="sm" fw={600}>
            Filters
          </Text>
        </Explained>
        {countFilters(lab) > 0 && (
          <Button variant="subtle" size="compact-xs" onClick={() => onChange(NONE)}>
            Clear {countFilters(lab)}
          </Button>
        )}
      </Group>
      <AsOf lab={lab} onChange={onChange} />
      <FacetChoices
        legend="Source status"
        choices={SOURCE_STATUSES.map((value) => ({
          value,
          count: count(facets?.source_status, value),
        }))}
        chosen={lab.status ?? []}
        onChange={(chosen) =>
          onChange({ status: list(chosen as NonNullable<LabSearch["status"]>) })
        }
      />
      <FacetChoices
        legend={facets ? "Group" : "Group (documents)"}
        choices={Object.entries(groups).map(([value, found]) => ({ value, count: found }))}
        chosen={lab.group ?? []}
        onChange={(chosen) => onChange({ group: list(chosen) })}
      />
      <MultiSelect
        label="Document"
        placeholder={lab.document?.length ? undefined : "Any"}
        size="xs"
        searchable
        clearable
        limit={100}
        comboboxProps={{ transitionProps: { duration: 0 } }}
        data={(library?.documents ?? [])
          .filter(({ status }) => status === "ready")
          .map(({ id, filename, counts }) => ({
            value: id,
            label: filename,
            chunks: counts.chunks,
          }))}
        renderOption={({ option }) => (
          <Option label={option.label} count={(option as unknown as { chunks: number }).chunks} />
        )}
        value={lab.document ?? []}
        onChange={(chosen) => onChange({ document: list(chosen) })}
      />
      <SectionFilter
        sections={facets?.sections ?? {}}
        section={lab.section ?? ""}
        onChange={(section) => onChange({ section: section || undefined })}
      />
      <FacetChoices
        legend="Block type"
        choices={BLOCK_TYPES.map((value) => ({
          value,
          count: count(facets?.block_types, value),
        })).filter((choice) => choice.count !== 0)}
        chosen={lab.block ?? []}
        onChange={(chosen) => onChange({ block: list(chosen as NonNullable<LabSearch["block"]>) })}
      />
    </Stack>
  );
}

function AsOf({ lab, onChange }: Props) {
  const [draft, setDraft] = useDraft(lab.as_of ?? "");
  return (
    <Stack gap={6}>
      <TextInput
        type="date"
        label="In force on"
        description="Default: today. Hybrid only."
        value={draft}
        onChange={(event) => {
          const value = event.currentTarget.value;
          setDraft(value);
          if (value === "" || (day(value) && value >= "1000")) onChange({ as_of: day(value) });
        }}
      />
      <Checkbox
        size="xs"
        label="All versions, including superseded"
        checked={lab.all ?? false}
        disabled={lab.as_of !== undefined}
        description={lab.as_of && "Not available while a date is set."}
        onChange={(event) => onChange({ all: event.currentTarget.checked || undefined })}
      />
    </Stack>
  );
}

interface SectionProps {
  sections: Record<string, number>;
  section: string;
  onChange: (section: string) => void;
}

function SectionFilter({ sections, section, onChange }: SectionProps) {
  const [draft, setDraft] = useDraft(section);
  const counted = rollUpSections(sections);
  const counts = new Map(counted.map(({ path, count }) => [path, count]));
  const commit = (value: string) => value.trim() !== section && onChange(value.trim());
  return (
    <Autocomplete
      size="xs"
      label="Section"
      description="Heading path; includes its subsections."
      placeholder="Any"
      clearable
      limit={60}
      maxLength={500}
      comboboxProps={{ transitionProps: { duration: 0 }, width: 340, position: "bottom-start" }}
      data={counted.map(({ path }) => path)}
      renderOption={({ option }) => (
        <Option label={option.value} count={counts.get(option.value) ?? 0} />
      )}
      value={draft}
      onChange={(value) => {
        setDraft(value);
        if (value === "") commit("");
      }}
      onOptionSubmit={commit}
      onBlur={() => commit(draft)}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit(draft);
      }}
    />
  );
}

function Option({ label, count }: { label: string; count: number }) {
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs" w="100%">
      <span className="anyname" dir="auto">
        {label}
      </span>
      <Text span fz="xs" c="dimmed" className="tabular">
        {formatCount(count)}
      </Text>
    </Group>
  );
}

function countBy<Item>(items: Item[], key: (item: Item) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1;
  return counts;
}
