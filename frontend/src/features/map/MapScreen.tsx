import { Button, Group, Paper, SegmentedControl, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";

import { Chart } from "@/components/chart/Chart";
import { EmptyState } from "@/components/EmptyState";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Explained } from "@/components/Explained";
import { formatCount } from "@/lib/numbers";
import { Screen } from "@/components/Screen";
import { useScheme } from "@/lib/useScheme";
import { Waiting } from "@/components/Waiting";

import classes from "./Map.module.css";
import { readLegend } from "./mapColors";
import { MapLegend } from "./MapLegend";
import { mapOption, pointOf } from "./mapOption";
import { mapQuery, type VectorMap } from "./mapQuery";
import { type Coloring, COLORINGS, coloringOf, MOST_POINTS, type MapSearch } from "./mapSearch";
import { PointReader } from "./PointReader";
import { PointTable } from "./PointTable";
import { QuestionPlace } from "./QuestionPlace";
import { VectorHeatmap } from "./VectorHeatmap";

/** All chunk vectors in two dimensions, with a question among them. */
export function MapScreen() {
  const search = useSearch({ from: "/map" });
  const navigate = useNavigate({ from: "/map" });
  const { data, isError, error, isPending, isFetching, refetch } = useQuery(
    mapQuery(search.q, search.limit),
  );
  const change = (patch: Partial<MapSearch>) =>
    void navigate({ search: (previous) => ({ ...previous, ...patch }), resetScroll: false });
  return (
    <Screen
      title="Map"
      lead="Every passage is a point; passages that say similar things lie close, as far as two dimensions can show it."
    >
      <QuestionPlace
        question={search.q ?? ""}
        busy={isFetching}
        onPlace={(q) => change({ q, color: undefined })}
      />
      {isError && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {isPending && <Waiting lines={10} />}
      {data && data.points.length === 0 && (
        <EmptyState title="There is nothing to draw yet">
          The map shows documents that are ready. <Link to="/">To the library</Link>
        </EmptyState>
      )}
      {data && data.points.length > 0 && <DrawnMap map={data} search={search} onChange={change} />}
      {data && data.points.length > 0 && (
        <VectorHeatmap documentId={search.document} onChoose={(document) => change({ document })} />
      )}
    </Screen>
  );
}

interface DrawnProps {
  map: VectorMap;
  search: MapSearch;
  onChange: (patch: Partial<MapSearch>) => void;
}

const coloringWords: Record<Coloring, string> = {
  document: "Document",
  group: "Group",
  status: "Source status",
  score: "Score",
};

function DrawnMap({ map, search, onChange }: DrawnProps) {
  const scheme = useScheme();
  const coloring = coloringOf(search);
  const [only, setOnly] = useState<string | null>(null);
  const chosen = map.points.find(({ chunk_id }) => chunk_id === search.chunk);
  const option = useMemo(
    () => mapOption(map, { coloring, scheme, only, chosen: search.chunk }),
    [map, coloring, scheme, only, search.chunk],
  );
  const entries = useMemo(
    () => (coloring === "score" ? [] : readLegend(map.points, coloring, scheme)),
    [map, coloring, scheme],
  );
  const color = (value: string) => {
    setOnly(null);
    onChange({ color: value as Coloring });
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label="Colour by"
          data={COLORINGS.map((value) => ({
            value,
            label: coloringWords[value],
            disabled: value === "score" && !map.query,
          }))}
          value={coloring}
          onChange={color}
        />
        <HowMany map={map} onAll={() => onChange({ limit: MOST_POINTS })} />
      </Group>
      <div className={classes.layout}>
        <Paper p="xs" mih="min(62vh, 560px)">
          <Chart
            option={option}
            height="min(62vh, 560px)"
            label={`Map of ${map.shown} of ${map.total} passages by ${coloringWords[coloring].toLowerCase()}${map.query ? ", with the question as a cross" : ""}. The table below holds the same points.`}
            onSelect={({ data }) => {
              const id = pointOf(data);
              if (id) onChange({ chunk: id });
            }}
          />
        </Paper>
        <Stack gap="sm">
          {chosen ? (
            <PointReader point={chosen} onClose={() => onChange({ chunk: undefined })} />
          ) : (
            <Text fz="xs" c="dimmed">
              {search.chunk
                ? "The chosen passage is not among the points shown."
                : "Choose a point to read its chunk. Wheel or pinch to come closer."}
            </Text>
          )}
          {map.query && (
            <Text fz="xs">
              The cross is the question. Its neighbours here need not be its nearest: most of the
              dimensions are left out.
            </Text>
          )}
          {entries.length > 0 && <MapLegend entries={entries} only={only} onOnly={setOnly} />}
        </Stack>
      </div>
      <PointTable points={map.points} onRead={(chunk) => onChange({ chunk })} />
    </Stack>
  );
}

function HowMany({ map, onAll }: { map: VectorMap; onAll: () => void }) {
  const [first, second] = map.explained_variance;
  return (
    <Group gap="sm">
      <Explained
        title="Principal components"
        explanation={`PCA on the server. The two directions in which the vectors differ most hold ${(first + second).toFixed(3)} of all variance (0 to 1); the rest is not seen here.`}
        topic="embedding"
      >
        <Text span fz="sm" className="tabular">
          {formatCount(map.shown)} of {formatCount(map.total)} passages
        </Text>
      </Explained>
      {map.shown < Math.min(map.total, MOST_POINTS) && (
        <Button variant="default" size="compact-xs" onClick={onAll}>
          Show {formatCount(Math.min(map.total, MOST_POINTS))}
        </Button>
      )}
    </Group>
  );
}
