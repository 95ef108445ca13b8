import { Group, Stack, Text } from "@mantine/core";

import { DocumentDot } from "@/components/DocumentDot";
import { plural } from "@/lib/numbers";

const MOST = 8;

/** Which documents this is about; the first few by name. */
export function DocumentNames({ documents }: { documents: { id: string; filename: string }[] }) {
  return (
    <Stack gap={3}>
      {documents.slice(0, MOST).map(({ id, filename }) => (
        <Group key={id} gap={7} wrap="nowrap" align="baseline">
          <DocumentDot id={id} />
          <Text fz="sm" fw={500} className="anyname" dir="auto" lineClamp={3} title={filename}>
            {filename}
          </Text>
        </Group>
      ))}
      {documents.length > MOST && (
        <Text fz="sm" c="dimmed">
          and {plural(documents.length - MOST, "more document", "more documents")}
        </Text>
      )}
    </Stack>
  );
}
