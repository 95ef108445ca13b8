import { Button, Collapse, Group, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";

import { ChunkingFields } from "@/components/chunking/ChunkingFields";
import type { ChunkingChoice } from "@/lib/strategies";

interface Props {
  choice: ChunkingChoice;
  onChange: (patch: ChunkingChoice) => void;
}

/** How files added from now on are cut; folded away, for the studio's own choice suits most. */
export function UploadChunking({ choice, onChange }: Props) {
  const [opened, { toggle }] = useDisclosure(false);
  const chosen = Object.entries(choice).filter(([, value]) => value !== undefined);
  const Icon = opened ? IconChevronDown : IconChevronRight;
  return (
    <div>
      <Group gap={6} mt={4}>
        <Button
          variant="subtle"
          size="compact-xs"
          px={2}
          color="gray"
          c="dimmed"
          leftSection={<Icon size={13} aria-hidden />}
          aria-expanded={opened}
          onClick={toggle}
        >
          How they are cut
        </Button>
        <Text fz="xs" c="dimmed" className="tabular">
          {chosen.length === 0
            ? "by the kind of file"
            : chosen.map(([field, value]) => `${field} ${value}`).join(", ")}
        </Text>
      </Group>
      <Collapse expanded={opened}>
        <ChunkingFields choice={choice} unnamed="by the kind of file" onChange={onChange} />
        {chosen.length > 0 && (
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => onChange({ strategy: undefined, size: undefined, overlap: undefined })}
          >
            Back to the usual
          </Button>
        )}
      </Collapse>
    </div>
  );
}
