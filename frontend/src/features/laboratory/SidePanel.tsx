import { Button, Group, Paper, SegmentedControl, Stack, Text, Title } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";

import { ChunkingFields } from "@/components/chunking/ChunkingFields";
import { describeChunking } from "@/lib/strategies";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Explained } from "@/components/Explained";
import { Waiting } from "@/components/Waiting";

import type { Side } from "./laboratorySearch";
import type { LaboratoryReport, SideReport } from "./laboratoryTypes";
import classes from "./Laboratory.module.css";
import { SideFigures } from "./SideFigures";

interface Props {
  label: string;
  side: Side;
  report: UseQueryResult<LaboratoryReport>;
  /** Where the histogram's scale ends. */
  most: number;
  onChange: (patch: Partial<Side>) => void;
  /** Offered where a document of the library is cut. */
  onRechunk?: (chunking: SideReport["chunking"]) => void;
}

/** One way to cut, and the sizes it gives. */
export function SidePanel({ label, side, report, most, onChange, onRechunk }: Props) {
  const { data, error, isLoading, isPlaceholderData, refetch } = report;
  const cut = data?.sides[0];
  return (
    <Paper p="sm" component="section" aria-label={`Side ${label}`}>
      <Stack gap="sm">
        <Group justify="space-between" gap="xs">
          <Title order={2}>{label}</Title>
          <Group gap={6}>
            <Explained
              title="Read as"
              explanation="Parsed: with the headings, tables and rows its format has. Plain text: characters alone, what a splitter sees that knows nothing of the format."
              topic="laboratory"
            >
              <Text span fz="xs">
                read as
              </Text>
            </Explained>
            <SegmentedControl
              aria-label={`Side ${label}: read as`}
              data={[
                { value: "parsed", label: "Parsed" },
                { value: "plain", label: "Plain text" },
              ]}
              value={side.plain ? "plain" : "parsed"}
              onChange={(value) => onChange({ plain: value === "plain" ? true : undefined })}
            />
          </Group>
        </Group>
        <ChunkingFields
          owner={`Side ${label}`}
          choice={side}
          usual={cut && !isPlaceholderData ? cut.chunking : undefined}
          onChange={onChange}
        />
        {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        {isLoading && <Waiting lines={6} />}
        {cut && !error && (
          <Stack gap={6} className={isPlaceholderData ? classes.stale : undefined}>
            <Text fz="xs" c="dimmed" className="tabular">
              Cut by {describeChunking(cut.chunking)}.
            </Text>
            <SideFigures report={cut} window={data.window_tokens} most={most} />
            {cut.warnings.map((warning) => (
              <Text key={warning} fz="xs" className="anyname">
                {warning}
              </Text>
            ))}
            {onRechunk && (
              <div>
                <Button variant="default" size="compact-xs" onClick={() => onRechunk(cut.chunking)}>
                  Re-chunk the document this way…
                </Button>
              </div>
            )}
          </Stack>
        )}
      </Stack>
    </Paper>
  );
}
