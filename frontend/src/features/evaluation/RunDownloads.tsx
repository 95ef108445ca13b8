import { Button, Group } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";
import { notifyError } from "@/lib/notify";
import { saveFile } from "@/lib/saveFile";

import type { ReportFormat } from "./evaluationTypes";

const formats: { format: ReportFormat; label: string; ending: string; about: string }[] = [
  { format: "json", label: "JSON", ending: "json", about: "the run as the API answers it" },
  { format: "junit", label: "JUnit", ending: "xml", about: "for continuous integration" },
  { format: "html", label: "HTML", ending: "html", about: "one page that needs nothing else" },
];

interface Props {
  runId: string;
  /** The run that the HTML page compares with. */
  baselineId: string | undefined;
}

/** The run as a file, in each of the formats the API writes. */
export function RunDownloads({ runId, baselineId }: Props) {
  const save = useMutation({
    mutationFn: async ({ format, ending }: (typeof formats)[number]) => {
      const bytes = await unwrap(
        api.GET("/api/evaluations/runs/{run_id}/report", {
          params: {
            path: { run_id: runId },
            query: { format, baseline: format === "html" ? baselineId : undefined },
          },
          parseAs: "blob",
        }),
      );
      saveFile(bytes as unknown as Blob, `evaluation-${runId}.${ending}`);
    },
    onError: notifyError,
  });
  return (
    <Group gap="xs">
      {formats.map((one) => (
        <Button
          key={one.format}
          variant="default"
          title={one.about}
          leftSection={<IconDownload size={14} aria-hidden />}
          loading={save.isPending && save.variables.format === one.format}
          aria-label={`Download as ${one.label}`}
          onClick={() => save.mutate(one)}
        >
          {one.label}
        </Button>
      ))}
    </Group>
  );
}
