import { Group, Text } from "@mantine/core";

import { plural } from "@/lib/numbers";

import type { SectionChange } from "./versionQueries";
import classes from "./versions.module.css";

const words: Record<SectionChange["kind"], string> = {
  added: "new section",
  removed: "section removed",
  changed: "",
  unchanged: "",
};

interface Props {
  section: SectionChange;
  name: string;
}

/** The heading of a section, what became of it, and how much of it stayed. */
export function ChangedSection({ section, name }: Props) {
  const { kind, unchanged_passages } = section;
  return (
    <Group gap="sm" align="baseline" className={classes.section} data-kind={kind}>
      <h3 className={`${classes.heading} anyname`} dir="auto">
        {name}
      </h3>
      {words[kind] && (
        <Text span fz="xs" fw={600}>
          {words[kind]}
        </Text>
      )}
      {unchanged_passages > 0 && (
        <Text span fz="xs" c="dimmed" className="tabular">
          {plural(unchanged_passages, "passage")} unchanged
        </Text>
      )}
    </Group>
  );
}
