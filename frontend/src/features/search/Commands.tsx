import { Button, Modal, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";

import { readToken } from "@/api/session";
import { CommandLine } from "@/components/CommandLine";

import { cliCommands, curlCommand } from "./searchCommands";
import type { LabSearch } from "./labSearch";

/** The same search for a shell: with curl, and with the studio's own command. */
export function Commands({ lab }: { lab: LabSearch }) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" onClick={open}>
        As a command
      </Button>
      <Modal opened={opened} onClose={close} title="The same search in a shell" size="xl">
        <Stack gap="md">
          <Stack gap={4}>
            <Text fz="sm" fw={500}>
              curl
            </Text>
            <CommandLine
              command={curlCommand(lab, window.location.origin, Boolean(readToken()))}
              label="Copy as curl"
            />
          </Stack>
          <Stack gap={4}>
            <Text fz="sm" fw={500}>
              Command line, in the studio’s folder
            </Text>
            {cliCommands(lab).map((command) => (
              <CommandLine key={command} command={command} label="Copy as command" />
            ))}
          </Stack>
        </Stack>
      </Modal>
    </>
  );
}
