import { Button, Group, Modal, ScrollArea, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";

import type { SearchResponse } from "@/api/types";
import { CopyButton } from "@/components/CopyButton";
import { formatCount } from "@/lib/numbers";

import { buildPrompt } from "./prompt";

/** The prompt these passages would make. It is shown; nothing is sent anywhere. */
export function PromptPreview({ response }: { response: SearchResponse }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { results, query, decision } = response;
  const prompt = buildPrompt(query, results);
  const characters = [...prompt.system].length + [...prompt.user].length;
  return (
    <>
      <Button variant="default" onClick={open}>
        Prompt preview
      </Button>
      {opened && (
        <Modal opened onClose={close} title="Prompt preview" size="xl">
          <Stack gap="sm">
            {decision === "answer" && results.length > 0 ? (
              <>
                <Group justify="space-between" gap="sm">
                  <Text fz="sm">
                    <b>Nothing was sent.</b> This is the whole of what a language model would be
                    given: {formatCount(characters)} characters.
                  </Text>
                  <CopyButton
                    text
                    label="Copy the prompt"
                    value={`${prompt.system}\n\n${prompt.user}`}
                  />
                </Group>
                <Message speaker="System" content={prompt.system} />
                <Message speaker="User" content={prompt.user} />
              </>
            ) : (
              <Text fz="sm">
                <b>Nothing was sent</b>, and nothing would be:{" "}
                {decision === "clarify"
                  ? "the question is ambiguous, so the studio asks which reading is meant first."
                  : "without evidence there is no prompt."}
              </Text>
            )}
          </Stack>
        </Modal>
      )}
    </>
  );
}

function Message({ speaker, content }: { speaker: string; content: string }) {
  return (
    <Stack gap={3}>
      <Text fz="xs" fw={600} c="dimmed">
        {speaker}
      </Text>
      <ScrollArea.Autosize
        mah="52vh"
        type="auto"
        viewportProps={{ tabIndex: 0, "aria-label": `${speaker} message` }}
        style={{ background: "var(--studio-sunken)", borderRadius: 3 }}
      >
        <pre className="doctext mono" dir="auto" style={{ margin: 0, padding: 10, fontSize: 12 }}>
          {content}
        </pre>
      </ScrollArea.Autosize>
    </Stack>
  );
}
