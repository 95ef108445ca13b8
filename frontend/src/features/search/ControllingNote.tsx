import { Anchor, Group, Paper, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { DocumentLink } from "@/components/DocumentLink";
import { Explained } from "@/components/Explained";

import { type Controlling, describeVersion } from "./control";

/** Which of several versions controls, over which others, and why. */
export function ControllingNote({ controlling }: { controlling: Controlling }) {
  const { source, over, ground, reason } = controlling;
  return (
    <Paper component="section" aria-label="Which source controls" p="sm">
      <Stack gap={6}>
        <Group gap="sm" align="baseline" style={{ rowGap: 2 }}>
          <Explained
            title="Which source controls"
            explanation={
              ground === "replaces"
                ? "Leading passages come from versions of one source that differ. On the day in question one version is in force, and it controls."
                : "An amendment changes one section of a document. There it controls; the rest of the document stays in force."
            }
            topic="controlling"
          >
            <Text fz="sm" fw={600} style={{ whiteSpace: "nowrap" }}>
              Controlling source
            </Text>
          </Explained>
          <Text fz="sm" className="anyname">
            {reason}
          </Text>
        </Group>
        <Version version={source} word="controls" />
        {over.map((version) => (
          <Group key={`${version.document_id}/${version.section}`} gap="sm" align="baseline">
            <Version version={version} word={ground === "replaces" ? "replaced" : "amended"} />
            <Anchor
              fz="xs"
              renderRoot={(props) => (
                <Link
                  to="/documents/$id"
                  params={{ id: source.document_id }}
                  search={{ tab: "versions", before: version.document_id }}
                  {...props}
                />
              )}
            >
              What changed
            </Anchor>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

function Version({ version, word }: { version: Controlling["source"]; word: string }) {
  return (
    <Group gap="sm" align="baseline" fz="sm" style={{ rowGap: 0 }}>
      <Text span inherit c="dimmed" w={64}>
        {word}
      </Text>
      <DocumentLink id={version.document_id} filename={version.filename} />
      <Text span fz="xs" c="dimmed" className="anyname tabular">
        {describeVersion(version)}
      </Text>
    </Group>
  );
}
