import { Button, Group, Progress, Text } from "@mantine/core";

import { DocumentLink } from "@/components/DocumentLink";
import { formatBytes } from "@/lib/numbers";

import { dismissUploads, duplicateOf, sendAgain, type Upload } from "./uploads";

function Refusal({ upload }: { upload: Upload }) {
  const { error, key } = upload;
  if (!error) return null;
  const twin = duplicateOf(error);
  return (
    <Group gap="xs" w="100%" justify="space-between" wrap="wrap">
      {twin ? (
        <Group gap={5} fz="xs" miw={0} maw="100%">
          <Text fz="xs">Already here, byte for byte, as</Text>
          <DocumentLink id={twin.id} filename={twin.filename} />
        </Group>
      ) : (
        <Text fz="xs" c="var(--studio-bad)" className="anyname" maw={720}>
          {error.message}{" "}
          <Text span c="dimmed" inherit>
            {error.hint}
          </Text>
        </Text>
      )}
      <Group gap={4}>
        <Button variant="default" size="compact-xs" onClick={() => sendAgain(key, twin !== null)}>
          {twin ? "Keep both" : "Try again"}
        </Button>
        <Button variant="subtle" size="compact-xs" onClick={() => dismissUploads(new Set([key]))}>
          Dismiss
        </Button>
      </Group>
    </Group>
  );
}

/** One file on its way to the studio. */
export function UploadRow({ upload }: { upload: Upload }) {
  const { file, group, state, sentBytes } = upload;
  const share = file.size ? Math.min(1, sentBytes / file.size) : 0;
  return (
    <li>
      <Group gap="sm" wrap="nowrap" justify="space-between">
        <Text fz="sm" className="oneline" dir="auto" title={file.name}>
          {file.name}
        </Text>
        <Text fz="xs" c="dimmed" className="tabular" style={{ flex: "none" }}>
          {group.slice(0, 40)} · {formatBytes(file.size)}
          {state === "waiting" && " · waiting"}
        </Text>
      </Group>
      {state === "sending" && (
        <Progress
          size={4}
          radius={1}
          value={share * 100}
          aria-label={`Upload of ${file.name}`}
          mt={2}
        />
      )}
      {state === "refused" && <Refusal upload={upload} />}
    </li>
  );
}
