import { Group, Text } from "@mantine/core";

import { Explained } from "@/components/Explained";
import { plural } from "@/lib/numbers";

import classes from "./chunks.module.css";

interface Props {
  chunks: number;
  hatched: boolean;
  gaps: number;
}

/** What the ribbon's shades mean. */
export function ChunkLegend({ chunks, hatched, gaps }: Props) {
  return (
    <Group gap="md" fz="xs" c="dimmed" className="tabular">
      <Text fz="xs">{plural(chunks, "chunk")}</Text>
      <Group gap={6}>
        <span className={classes.swatch} data-look="overlap" aria-hidden />
        <Explained
          title="Overlap"
          explanation="Text that two neighbouring chunks both hold, so that no sentence is lost at a cut."
          topic="chunking"
        >
          overlap
        </Explained>
      </Group>
      <Group gap={6}>
        <span className={classes.swatch} data-look="beyond" aria-hidden />
        <Explained
          title="Beyond the model's window"
          explanation="The embedder reads a fixed number of tokens; what comes after did not shape the vector."
          topic="embedding"
        >
          beyond the model&rsquo;s window{hatched ? "" : " (none here)"}
        </Explained>
      </Group>
      {gaps > 0 && (
        <Text fz="xs" c="var(--studio-warn)">
          {plural(gaps, "gap")} where chunks were removed by hand
        </Text>
      )}
    </Group>
  );
}
