import { Button, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";

import { readToken } from "@/api/session";
import type { SearchResponse } from "@/api/types";
import { CommandLine } from "@/components/CommandLine";

import type { LabSearch } from "./labSearch";
import {
  atlasAggregation,
  cliCommands,
  curlCommand,
  mongoshCommand,
  pythonScript,
} from "./searchCommands";

/** The same search elsewhere: curl, the studio's command, Python, and what MongoDB holds of it. */
export function Commands({ lab, response }: { lab: LabSearch; response: SearchResponse }) {
  const [opened, { open, close }] = useDisclosure(false);
  const withToken = Boolean(readToken());
  const { origin } = window.location;
  const sections = [
    { title: "curl", commands: [curlCommand(lab, origin, withToken)] },
    { title: "Command line, in the studio’s folder", commands: cliCommands(lab) },
    { title: "Python", commands: [pythonScript(lab, origin, withToken)] },
    {
      title: "mongosh: the passages returned, as they are stored",
      commands: [mongoshCommand(response)],
    },
    {
      title: "MongoDB Atlas: the two branches as an aggregation ($rankFusion, MongoDB 8.0)",
      commands: [atlasAggregation(lab, response)],
    },
  ];
  return (
    <>
      <Button variant="default" onClick={open}>
        Copy as…
      </Button>
      {opened && (
        <Modal opened onClose={close} title="The same search elsewhere" size="xl">
          <Stack gap="md">
            {sections.map(({ title, commands }) => (
              <Stack key={title} gap={4}>
                <Text fz="sm" fw={500}>
                  {title}
                </Text>
                {commands.map((command) => (
                  <CommandLine key={command} command={command} label={`Copy: ${title}`} />
                ))}
              </Stack>
            ))}
          </Stack>
        </Modal>
      )}
    </>
  );
}
