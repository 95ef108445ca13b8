import { Button, List, Text } from "@mantine/core";
import { IconZoomScan } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";

import { api, unwrap } from "@/api/client";
import { ErrorNotice } from "@/components/ErrorNotice";
import { formatCount } from "@/lib/numbers";

import { Facts } from "./Facts";
import { Panel } from "./Panel";

/** Compares every representation with every other, when asked to: nothing deleted may remain. */
export function ResiduePanel() {
  const audit = useMutation({ mutationFn: () => unwrap(api.GET("/api/audit")) });
  const report = audit.data;
  return (
    <Panel title="Residue" topic="deleting">
      <Text fz="sm" c="dimmed">
        Looks for chunks, raw files and index entries without a document, and documents without
        them.
      </Text>
      <Button
        variant="default"
        style={{ alignSelf: "flex-start" }}
        leftSection={<IconZoomScan size={14} aria-hidden />}
        loading={audit.isPending}
        onClick={() => audit.mutate()}
      >
        Look for residue
      </Button>
      {audit.error && <ErrorNotice error={audit.error} />}
      {report && (
        <div role="status">
          <Text fz="sm" fw={600} c={report.clean ? "var(--studio-good)" : "var(--studio-bad)"}>
            {report.clean
              ? "Nothing remains of what is gone, and nothing is missing."
              : `${formatCount(report.findings.length)} found:`}
          </Text>
          {!report.clean && (
            <List fz="sm">
              {report.findings.map((finding, place) => (
                <List.Item key={place} className="anyname">
                  {finding.message}
                </List.Item>
              ))}
            </List>
          )}
          <Facts
            facts={[
              ["documents", formatCount(report.documents)],
              ["chunks", formatCount(report.chunks)],
              ["vector index", formatCount(report.vector_index)],
              ["text index", formatCount(report.text_index)],
            ]}
          />
        </div>
      )}
    </Panel>
  );
}
