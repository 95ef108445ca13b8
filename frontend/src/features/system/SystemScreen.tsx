import { Anchor, SimpleGrid, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Screen } from "@/components/Screen";
import { Waiting } from "@/components/Waiting";

import { ContentPanel } from "./ContentPanel";
import { DatabasePanel } from "./DatabasePanel";
import { EnginePanel } from "./EnginePanel";
import { Hints } from "./Hints";
import { LimitsPanel } from "./LimitsPanel";
import { ModelsPanel } from "./ModelsPanel";
import { ResiduePanel } from "./ResiduePanel";
import { SettingsPanel } from "./SettingsPanel";

const REFRESH_MS = 5000;

/** What the studio runs on: models, engine, database, limits, settings. */
export function SystemScreen() {
  const { data, error, refetch } = useQuery({
    queryKey: ["system"],
    queryFn: ({ signal }) => unwrap(api.GET("/api/system", { signal })),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Screen
      title="System"
      lead={
        data && (
          <>
            Version <span className="mono">{data.version}</span>, {describeWorkers(data.workers)}.{" "}
            <Anchor inherit underline="always" href="/api/docs">
              API docs
            </Anchor>
          </>
        )
      }
    >
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Waiting lines={10} height={26} />}
      {data && (
        <>
          <Hints hints={data.hints} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md" verticalSpacing="md">
            <Stack gap="md" miw={0}>
              <ModelsPanel system={data} />
              <LimitsPanel system={data} />
            </Stack>
            <Stack gap="md" miw={0}>
              <EnginePanel system={data} />
              <ContentPanel system={data} />
              <ResiduePanel />
            </Stack>
          </SimpleGrid>
          <DatabasePanel database={data.database} />
          <SettingsPanel settings={data.settings} />
        </>
      )}
    </Screen>
  );
}

function describeWorkers(count: number): string {
  if (count === 0) return "no worker started here";
  return count === 1 ? "one worker process" : `${count} worker processes`;
}
