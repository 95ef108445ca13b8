import { Group } from "@mantine/core";

import { Explained } from "@/components/Explained";

import classes from "./Laboratory.module.css";

const looks = [
  {
    look: "context",
    title: "Put in front",
    explanation:
      "A heading path or a table's header that the strategy put before the passage. It is embedded and searched with it.",
    topic: "strategies",
  },
  {
    look: "overlap",
    title: "Overlap",
    explanation: "Text that the chunk before holds as well, so that no sentence is lost at a cut.",
    topic: "chunking",
  },
  {
    look: "beyond",
    title: "Beyond the window",
    explanation:
      "The embedder reads a fixed number of tokens; what comes after did not shape the vector. The place is worked out from token counts: near, not exact.",
    topic: "embedding",
  },
] as const;

/** What the shades of the lists mean. */
export function ChunkLegend() {
  return (
    <Group gap="md" fz="xs" c="dimmed">
      {looks.map(({ look, title, explanation, topic }) => (
        <Group key={look} gap={6}>
          <span className={classes.swatch} data-look={look} aria-hidden />
          <Explained title={title} explanation={explanation} topic={topic}>
            {title.toLowerCase()}
          </Explained>
        </Group>
      ))}
    </Group>
  );
}
