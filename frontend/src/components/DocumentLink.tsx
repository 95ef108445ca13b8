import { Anchor, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { DocumentDot } from "./DocumentDot";

interface Props {
  id: string;
  filename: string;
  /** Jump to this chunk of the document's text. */
  chunk?: number;
  /** Show the whole name, however many lines it takes. */
  whole?: boolean;
}

/** A document's name in its colour's company, leading to the document. */
export function DocumentLink({ id, filename, chunk, whole = false }: Props) {
  return (
    <Group gap={7} wrap="nowrap" miw={0}>
      <DocumentDot id={id} />
      <Anchor
        renderRoot={(props) => (
          <Link
            to="/documents/$id"
            params={{ id }}
            search={chunk === undefined ? {} : { tab: "text", chunk }}
            {...props}
          />
        )}
        className={whole ? "anyname" : "oneline anyname"}
        title={filename}
        dir="auto"
        inherit
      >
        {filename}
      </Anchor>
    </Group>
  );
}
