import { Table, Text } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";

import { DocumentLink } from "@/components/DocumentLink";
import { Explained } from "@/components/Explained";
import { SourceStatus } from "@/components/SourceStatus";
import { StatusBadge } from "@/components/StatusBadge";

import { describeRelations } from "./chain";
import type { VersionChain } from "./versionQueries";
import classes from "./versions.module.css";

/** Every version and amendment of a source, the oldest first; what is in force is marked. */
export function VersionTable({ chain }: { chain: VersionChain }) {
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table aria-label="Versions of this source" className={classes.chain}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Document</Table.Th>
            <Table.Th>
              <Explained
                title="In force today"
                explanation="Its effective date has come, and nothing has superseded it. A search answers from what is in force on the day in question."
                topic="versions"
              >
                In force
              </Explained>
            </Table.Th>
            <Table.Th>Source</Table.Th>
            <Table.Th>From</Table.Th>
            <Table.Th>Until</Table.Th>
            <Table.Th>Relation</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {chain.items.map((version) => {
            const isThis = version.document_id === chain.document_id;
            const { source } = version;
            return (
              <Table.Tr
                key={version.document_id}
                data-this={isThis || undefined}
                className={classes.version}
              >
                <Table.Td className={classes.name}>
                  <DocumentLink id={version.document_id} filename={version.filename} />
                  <Text fz="xs" c="dimmed" className="anyname">
                    {[isThis && "this document", source.record_id].filter(Boolean).join(" · ")}
                  </Text>
                </Table.Td>
                <Table.Td style={{ whiteSpace: "nowrap" }}>
                  {version.status !== "ready" ? (
                    <StatusBadge status={version.status} />
                  ) : version.in_force ? (
                    <Text span inherit fw={600} c="var(--studio-good)">
                      <IconCheck size={13} aria-hidden style={{ verticalAlign: "-2px" }} /> in force
                    </Text>
                  ) : (
                    <Text span inherit c="dimmed">
                      not in force
                    </Text>
                  )}
                </Table.Td>
                <Table.Td>
                  <SourceStatus status={source.status} />
                </Table.Td>
                <Table.Td className={`${classes.day} tabular`}>
                  <span className={classes.label}>from </span>
                  {source.effective_date ?? "–"}
                </Table.Td>
                <Table.Td className={`${classes.day} tabular`}>
                  <span className={classes.label}>until </span>
                  {source.superseded_date ?? "–"}
                </Table.Td>
                <Table.Td>
                  {describeRelations(version, chain.items).map((relation) => (
                    <div key={relation} className="anyname">
                      {relation}
                    </div>
                  ))}
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
