import { Text } from "@mantine/core";
import { Fragment } from "react";

import type { StudioDocument } from "@/api/types";
import { SourceStatus } from "@/components/SourceStatus";

import { describeTerm, isSourceRead } from "./sourceTerm";

/** What a source says of its standing, and when it is in force; a dash until it has been read. */
export function SourceCell({ document }: { document: StudioDocument }) {
  if (!isSourceRead(document))
    return (
      <Text span inherit c="dimmed">
        –
      </Text>
    );
  const term = describeTerm(document.source);
  return (
    <>
      <SourceStatus status={document.source.status} />
      {term.length > 0 && (
        <Text span fz="xs" c="dimmed" className="tabular">
          {document.source.status === "current" ? "" : ","}
          {term.map((part) => (
            <Fragment key={part}>
              {" "}
              <span style={{ whiteSpace: "nowrap" }}>{part}</span>
            </Fragment>
          ))}
        </Text>
      )}
    </>
  );
}
