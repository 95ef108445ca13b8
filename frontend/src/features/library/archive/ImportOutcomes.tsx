import { ScrollArea, Stack, Text } from "@mantine/core";

import type { ImportedDocument, ImportReport } from "@/api/types";
import { DocumentLink } from "@/components/DocumentLink";
import { formatCount, plural } from "@/lib/numbers";

type Outcome = ImportedDocument["outcome"];

/** What needs attention first. */
const outcomes: { outcome: Outcome; heading: string; isStored: boolean }[] = [
  { outcome: "conflict", heading: "Refused", isStored: false },
  { outcome: "queued", heading: "Stored, to be processed", isStored: true },
  { outcome: "imported", heading: "Imported", isStored: true },
  { outcome: "duplicate", heading: "Already here", isStored: false },
];
/** Of each outcome; an archive may hold 100,000 documents. */
const MOST = 50;

/** What became of each document of an archive. */
export function ImportOutcomes({ report }: { report: ImportReport }) {
  const had = outcomes
    .map((each) => ({
      ...each,
      items: report.items.filter(({ outcome }) => outcome === each.outcome),
    }))
    .filter(({ items }) => items.length > 0);
  return (
    <Stack gap="sm">
      <Text fz="sm" role="status" className="tabular">
        {summarise(report)}
      </Text>
      <ScrollArea.Autosize mah="50dvh" type="auto" viewportProps={{ tabIndex: 0 }}>
        <Stack gap="sm">
          {had.map(({ outcome, heading, isStored, items }) => (
            <Stack key={outcome} gap={3} component="section" aria-label={heading}>
              <Text fz="sm" fw={600} c={outcome === "conflict" ? "var(--studio-bad)" : undefined}>
                {heading}: {formatCount(items.length)}
              </Text>
              <Text fz="xs" c="dimmed">
                {items[0]?.message}
              </Text>
              {items.slice(0, MOST).map((item, at) => (
                // An archive may name an id twice.
                <Text key={at} fz="sm" component="div">
                  {isStored ? (
                    <DocumentLink id={item.document_id} filename={item.filename} />
                  ) : (
                    <span className="anyname" dir="auto">
                      {item.filename}
                    </span>
                  )}
                </Text>
              ))}
              {items.length > MOST && (
                <Text fz="sm" c="dimmed">
                  and {plural(items.length - MOST, "more document", "more documents")}
                </Text>
              )}
            </Stack>
          ))}
        </Stack>
      </ScrollArea.Autosize>
    </Stack>
  );
}

function summarise({ items, counts }: ImportReport): string {
  const count = (outcome: Outcome) => counts[outcome] ?? 0;
  const parts = [
    plural(items.length, "document"),
    `${formatCount(count("imported") + count("queued"))} imported`,
    `${formatCount(count("duplicate"))} already here`,
  ];
  if (count("conflict")) parts.push(`${formatCount(count("conflict"))} refused`);
  return parts.join(" · ");
}
