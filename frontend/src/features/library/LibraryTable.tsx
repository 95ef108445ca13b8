import { Checkbox, Table, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";

import type { StudioDocument } from "@/api/types";
import { Explained } from "@/components/Explained";

import { DocumentRow } from "./DocumentRow";
import classes from "./LibraryTable.module.css";
import type { LibrarySort } from "./librarySearch";

interface Props {
  documents: StudioDocument[];
  selected: ReadonlySet<string>;
  onSelect: (ids: Set<string>) => void;
  sort: LibrarySort;
  order: "asc" | "desc";
  onSort: (sort: LibrarySort, order: "asc" | "desc") => void;
}

const columns: { sort: LibrarySort; label: string; className?: string; descends?: boolean }[] = [
  { sort: "name", label: "Name" },
  { sort: "group", label: "Group", className: classes.wide },
  { sort: "size", label: "Size", className: `${classes.wide} ${classes.number}`, descends: true },
  { sort: "status", label: "Status" },
  { sort: "chunks", label: "Chunks", className: classes.middle, descends: true },
  { sort: "effective", label: "Source", className: classes.wide, descends: true },
  { sort: "uploaded", label: "Uploaded", className: classes.middle, descends: true },
];

/** The documents of one page, with what each is and where it stands. */
export function LibraryTable({ documents, selected, onSelect, sort, order, onSort }: Props) {
  const all = documents.length > 0 && documents.every(({ id }) => selected.has(id));
  const some = documents.some(({ id }) => selected.has(id));

  const toggle = (ids: string[], on: boolean) => {
    const next = new Set(selected);
    for (const id of ids) {
      if (on) next.add(id);
      else next.delete(id);
    }
    onSelect(next);
  };

  return (
    <div className={classes.frame}>
      <Table highlightOnHover className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={34}>
              <Checkbox
                size="xs"
                aria-label="Select all on this page"
                checked={all}
                indeterminate={some && !all}
                onChange={(event) =>
                  toggle(
                    documents.map(({ id }) => id),
                    event.currentTarget.checked,
                  )
                }
              />
            </Table.Th>
            {columns.map((column) => {
              const active = column.sort === sort;
              const first = column.descends ? "desc" : "asc";
              const flipped = order === "asc" ? "desc" : "asc";
              const Arrow = order === "asc" ? IconArrowUp : IconArrowDown;
              return (
                <Table.Th
                  key={column.sort}
                  className={column.className}
                  aria-sort={active ? (order === "asc" ? "ascending" : "descending") : "none"}
                >
                  <UnstyledButton
                    className={classes.sort}
                    onClick={() => onSort(column.sort, active ? flipped : first)}
                  >
                    {column.label}
                    {active && <Arrow size={12} aria-hidden />}
                  </UnstyledButton>
                  {column.sort === "chunks" && (
                    <span className={classes.equation}>
                      {" "}
                      <Explained
                        title="Chunks = vectors = indexed"
                        explanation="Three counts that must agree: passages stored, vectors stored, entries in the search engine. Until they do, the document is not ready."
                        topic="indexing"
                      >
                        = vectors = indexed
                      </Explained>
                    </span>
                  )}
                </Table.Th>
              );
            })}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              selected={selected.has(document.id)}
              onSelect={(on) => toggle([document.id], on)}
            />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
