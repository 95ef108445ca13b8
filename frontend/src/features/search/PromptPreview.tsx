import { Button, Group, Modal, ScrollArea, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";
import type { SearchResponse } from "@/api/types";
import { CopyButton } from "@/components/CopyButton";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Waiting } from "@/components/Waiting";
import { formatCount } from "@/lib/numbers";

import { labRequest } from "./labRequest";
import type { LabSearch } from "./labSearch";

/** The prompt these passages would make. It is shown; nothing is sent anywhere. */
export function PromptPreview({ lab, response }: { lab: LabSearch; response: SearchResponse }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { results, decision } = response;
  const body = labRequest(lab);
  const answered = decision === "answer" && results.length > 0;
  const { data: prompt, error } = useQuery({
    queryKey: ["prompt", body],
    queryFn: ({ signal }) => unwrap(api.POST("/api/answers/prompt", { body, signal })),
    enabled: opened && answered,
    staleTime: 0,
    gcTime: 0,
  });
  const characters = prompt ? [...prompt.system].length + [...prompt.user].length : 0;
  return (
    <>
      <Button variant="default" onClick={open}>
        Prompt preview
      </Button>
      {opened && (
        <Modal opened onClose={close} title="Prompt preview" size="xl">
          <Stack gap="sm">
            {error && <ErrorNotice error={error} />}
            {answered && !prompt && !error && <Waiting lines={6} />}
            {answered && prompt && (
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
            )}
            {!answered && (
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
