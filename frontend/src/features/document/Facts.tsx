import { Anchor, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

import type { StudioDocument } from "@/api/types";
import { describeChunking } from "@/lib/strategies";
import { CopyButton } from "@/components/CopyButton";
import { DocumentLink } from "@/components/DocumentLink";
import { formatCount } from "@/lib/numbers";
import { TimeStamp } from "@/components/TimeStamp";

import classes from "./Facts.module.css";

function Code({ value, shown = value, label }: { value: string; shown?: string; label: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <span className="mono anyname" title={value}>
        {shown}
      </span>
      <CopyButton value={value} label={label} />
    </Group>
  );
}

/** The record's other fields. */
export function Facts({ document }: { document: StudioDocument }) {
  const { chunking, embedding, counts } = document;
  const facts: [string, ReactNode][] = [
    ["Id", <Code key="id" value={document.id} label="Copy the id" />],
    [
      "sha256",
      <Code
        key="sha"
        value={document.sha256}
        shown={`${document.sha256.slice(0, 20)}…`}
        label="Copy the hash"
      />,
    ],
    ["Characters", counts.characters ? formatCount(counts.characters) : "–"],
    [
      "Chunking",
      <span key="chunking">
        {chunking ? describeChunking(chunking) : "–"}
        {document.status === "ready" && (
          <>
            {" "}
            <Anchor
              renderRoot={(props) => (
                <Link to="/laboratory" search={{ document: document.id }} {...props} />
              )}
              fz="xs"
            >
              Try others
            </Anchor>
          </>
        )}
      </span>,
    ],
    [
      "Vectors",
      embedding ? (
        <span className="anyname">
          {embedding.model} <span className="mono">{embedding.revision.slice(0, 12)}</span>,{" "}
          {embedding.dimensions} numbers
        </span>
      ) : (
        "–"
      ),
    ],
    ["Attempts", formatCount(document.attempts)],
    ["Uploaded", <TimeStamp key="created" value={document.created_at} />],
    ["Changed", <TimeStamp key="updated" value={document.updated_at} />],
  ];
  if (document.replaces_document_id) {
    const id = document.replaces_document_id;
    facts.push(["Replaces", <DocumentLink key="old" id={id} filename={id} />]);
  }
  if (document.replaced_by_document_id) {
    const id = document.replaced_by_document_id;
    facts.push(["Replaced by", <DocumentLink key="new" id={id} filename={id} />]);
  }
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="tabular">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
