import { Checkbox, Table } from "@mantine/core";

import type { StudioDocument } from "@/api/types";
import { DocumentLink } from "@/components/DocumentLink";
import { formatBytes } from "@/lib/numbers";
import { TimeStamp } from "@/components/TimeStamp";

import { ChunkEquation } from "./ChunkEquation";
import classes from "./LibraryTable.module.css";
import { SourceCell } from "./SourceCell";
import { StatusCell } from "./StatusCell";

interface Props {
  document: StudioDocument;
  selected: boolean;
  onSelect: (on: boolean) => void;
}

/** One document in the table. In a narrow window the hidden columns stand under the name. */
export function DocumentRow({ document, selected, onSelect }: Props) {
  const { id, filename, group, size_bytes, created_at } = document;
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
          {group} · {formatBytes(size_bytes)} · <SourceCell document={document} />
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
        <SourceCell document={document} />
      </Table.Td>
      <Table.Td className={classes.middle}>
        <TimeStamp value={created_at} />
      </Table.Td>
    </Table.Tr>
  );
}
