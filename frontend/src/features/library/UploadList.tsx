import { Button, Group, Paper, ScrollArea, Stack, Text } from "@mantine/core";

import { useStore } from "@/api/store";
import { formatBytes, plural } from "@/lib/numbers";

import { UploadRow } from "./UploadRow";
import { dismissUploads, type Upload, uploads } from "./uploads";

function summarise(all: Upload[]): string {
  const count = (state: Upload["state"]) => all.filter((upload) => upload.state === state).length;
  const [sent, refused] = [count("sent"), count("refused")];
  const parts = [`${plural(all.length, "file")}`, `${sent} taken in`];
  if (refused) parts.push(`${refused} refused`);
  const left = all.length - sent - refused;
  if (left) {
    const bytes = all
      .filter(({ state }) => state === "waiting" || state === "sending")
      .reduce((sum, { file, sentBytes }) => sum + Math.max(0, file.size - sentBytes), 0);
    parts.push(`${left} on the way (${formatBytes(bytes)} left)`);
  }
  return parts.join(" · ");
}

/** Uploads of this tab: what is on its way, and what was refused and why. */
export function UploadList() {
  const all = useStore(uploads);
  if (all.length === 0) return null;
  const ended = all.filter(({ state }) => state === "sent" || state === "refused");
  // What was taken in is in the table below; here it would only be in the way.
  const shown = all.filter(({ state }) => state !== "sent");
  return (
    <Paper p="sm" component="section" aria-label="Uploads">
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Text fz="sm" role="status" className="tabular">
            {summarise(all)}
          </Text>
          <Button
            variant="subtle"
            size="compact-xs"
            disabled={ended.length === 0}
            onClick={() => dismissUploads(new Set(ended.map(({ key }) => key)))}
          >
            Clear
          </Button>
        </Group>
        {shown.length > 0 && (
          <ScrollArea.Autosize mah={260} type="auto">
            <Stack gap={6} component="ul" m={0} p={0} style={{ listStyle: "none" }}>
              {shown.slice(0, 100).map((upload) => (
                <UploadRow key={upload.key} upload={upload} />
              ))}
            </Stack>
            {shown.length > 100 && (
              <Text fz="xs" c="dimmed" mt={4}>
                and {plural(shown.length - 100, "more file", "more files")}
              </Text>
            )}
          </ScrollArea.Autosize>
        )}
      </Stack>
    </Paper>
  );
}
