import { Checkbox, Table, Text } from "@mantine/core";

import type { StudioDocument } from "@/api/types";
import { DocumentLink } from "@/components/DocumentLink";
import { formatBytes } from "@/components/numbers";
import { SourceStatus } from "@/components/SourceStatus";
import { TimeStamp } from "@/components/TimeStamp";

import { ChunkEquation } from "./ChunkEquation";
import classes from "./LibraryTable.module.css";
import { StatusCell } from "./StatusCell";

interface Props {
  document: StudioDocument;
  selected: boolean;
  onSelect: (on: boolean) => void;
}

/** One document in the table. In a narrow window the hidden columns stand under the name. */
export function DocumentRow({ document, selected, onSelect }: Props) {
  const { id, filename, group, size_bytes, source, created_at } = document;
  return (
    <Table.Tr bg={selected ? "var(--studio-accent-soft)" : undefined}>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={`Select ${filename}`}
          checked={selected}
          onChange={(event) => onSelect(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td className={classes.name}>
        <DocumentLink id={id} filename={filename} />
        <div className={`${classes.below} oneline`}>
          {group} · {formatBytes(size_bytes)} · <SourceStatus status={source.status} />
          {source.effective_date && ` from ${source.effective_date}`}
        </div>
      </Table.Td>
      <Table.Td className={`${classes.wide} ${classes.group} oneline`} title={group}>
        {group}
      </Table.Td>
      <Table.Td className={`${classes.wide} ${classes.number} tabular`}>
        {formatBytes(size_bytes)}
      </Table.Td>
      <Table.Td>
        <StatusCell document={document} />
      </Table.Td>
      <Table.Td className={classes.middle}>
        <ChunkEquation document={document} />
      </Table.Td>
      <Table.Td className={classes.wide}>
        <SourceStatus status={source.status} />
        {source.effective_date && (
          <Text span fz="xs" c="dimmed" className="tabular" style={{ whiteSpace: "nowrap" }}>
            {" "}
            from {source.effective_date}
          </Text>
        )}
      </Table.Td>
      <Table.Td className={classes.middle}>
        <TimeStamp value={created_at} />
      </Table.Td>
    </Table.Tr>
  );
}
