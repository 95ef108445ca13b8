import { Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";

import type { SearchResponse } from "@/api/types";
import { Explained } from "@/components/Explained";

import { gateStatusWords, gateWords, type GateReport, orderReports } from "./gateWords";

/** What each clarify gate did and why, and which of them decided. */
export function ClarifyGates({ pipeline }: Pick<SearchResponse, "pipeline">) {
  const reports = orderReports(pipeline);
  if (reports.length === 0) return null;
  return (
    <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: "none" }} aria-label="Gates">
      {reports.map((report) => (
        <GateLine
          key={report.gate}
          report={report}
          decided={report.gate === pipeline.clarify_gate}
        />
      ))}
    </Stack>
  );
}

function GateLine({ report, decided }: { report: GateReport; decided: boolean }) {
  const { name, explanation, topic } = gateWords[report.gate];
  return (
    <Group component="li" gap={6} align="baseline" fz="xs" style={{ rowGap: 0 }}>
      {report.status === "error" && (
        <IconAlertTriangle
          size={13}
          aria-hidden
          style={{ alignSelf: "center", color: "var(--studio-warn)" }}
        />
      )}
      <Explained title={name} explanation={explanation} topic={topic}>
        <Text span inherit fw={500}>
          {name}
        </Text>
      </Explained>
      <span>
        {gateStatusWords[report.status]}
        {decided && " (this gate decided)"}
      </span>
      <Text span inherit c="dimmed" className="anyname">
        {report.reason}
      </Text>
    </Group>
  );
}
