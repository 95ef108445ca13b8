import { Alert, Grid, List, Stack, Text } from "@mantine/core";

import { ApiError } from "@/api/errors";
import type { StudioDocument } from "@/api/types";
import { ErrorNotice } from "@/components/ErrorNotice";
import { asRechunking } from "@/lib/rechunking";

import { Facts } from "./Facts";
import { Section } from "./Section";
import { SourceForm } from "./SourceForm";
import { StageTimeline } from "./StageTimeline";
import { StorageXray } from "./StorageXray";

/** What happened to the document, what it says about itself, and where it is stored. */
export function OverviewTab({ document }: { document: StudioDocument }) {
  const { error, warnings, unread } = document;
  const failed = document.rechunking?.error;
  const rechunking = asRechunking(document);
  return (
    <Stack gap="md">
      {error && <ErrorNotice error={new ApiError({ ...error, status: 0 })} />}
      {failed && (
        <div>
          <Text fz="sm" mb={4}>
            Re-chunking failed; the old chunks serve on.
          </Text>
          <ErrorNotice error={new ApiError({ ...failed, status: 0 })} />
        </div>
      )}
      {warnings.length > 0 && (
        <Alert variant="light" color="yellow" title="Noticed on the way">
          <List fz="sm" className="anyname">
            {warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {unread.length > 0 && (
        <Alert variant="light" color="yellow" title="Not read">
          <List fz="sm" className="anyname">
            {unread.map(({ summary, remedy }) => (
              <List.Item key={summary}>
                {summary}
                <Text fz="xs" c="dimmed">
                  {remedy}
                </Text>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="md">
            {rechunking && (
              <Section title="Re-chunking" topic="rechunking">
                <StageTimeline document={rechunking} />
              </Section>
            )}
            <Section title="Stages" topic="lifecycle">
              <StageTimeline document={document} />
            </Section>
            <Section title="Storage x-ray" topic="storage">
              <StorageXray document={document} />
            </Section>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="md">
            <Section title="Source" topic="filters">
              <SourceForm key={JSON.stringify(document.source)} document={document} />
            </Section>
            <Section title="Record" topic="storage">
              <Facts document={document} />
            </Section>
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}
