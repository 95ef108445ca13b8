import { Button, Stack, Text, Title } from "@mantine/core";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";
import type { SystemFacts } from "@/api/types";
import { CommandLine } from "@/components/CommandLine";
import { ErrorNotice } from "@/components/ErrorNotice";

import { buildCommands } from "./databaseCommands";
import { Facts } from "./Facts";
import { Panel } from "./Panel";

/** Where MongoDB is and how to look into it. The password is fetched only when asked for. */
export function DatabasePanel({ database }: { database: SystemFacts["database"] }) {
  const reveal = useMutation({
    // Not kept in the query cache: it is gone when the screen is left.
    gcTime: 0,
    mutationFn: () => unwrap(api.GET("/api/system/mongodb-uri")),
  });
  const uri = reveal.data?.uri;
  const hidden = database.uri.includes(":***@");
  return (
    <Panel title="MongoDB" topic="storage">
      <Facts
        facts={[
          ["server", `MongoDB ${database.server_version}, ${describeServer(database.embedded)}`],
          [
            "database",
            <span key="name" className="mono">
              {database.name}
            </span>,
          ],
        ]}
      />
      <Stack gap={4}>
        <Title order={3}>Address</Title>
        <CommandLine command={uri ?? database.uri} label="Copy the address" />
        {hidden && (
          <Button
            variant="default"
            size="compact-xs"
            style={{ alignSelf: "flex-start" }}
            loading={reveal.isPending}
            leftSection={
              uri ? <IconEyeOff size={13} aria-hidden /> : <IconEye size={13} aria-hidden />
            }
            onClick={() => (uri ? reveal.reset() : reveal.mutate())}
          >
            {uri ? "Hide the password" : "Show the password"}
          </Button>
        )}
        {reveal.error && <ErrorNotice error={reveal.error} />}
      </Stack>
      {buildCommands(database, uri).map(({ name, command, explanation }) => (
        <Stack key={name} gap={4}>
          <Title order={3}>{name}</Title>
          <CommandLine command={command} label={`Copy the command for ${name}`} />
          <Text fz="xs" c="dimmed">
            {explanation}
          </Text>
        </Stack>
      ))}
    </Panel>
  );
}

function describeServer(embedded: boolean): string {
  return embedded ? "embedded: started and stopped with the studio" : "given by MONGODB_URI";
}
