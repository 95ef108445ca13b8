import { Button, Checkbox, Collapse, Group, NumberInput, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconCheck, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { api, unwrap } from "@/api/client";
import { CommandLine } from "@/components/CommandLine";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Explained } from "@/components/Explained";

import type { Gate, Run } from "./evaluationTypes";
import { buildGate, type GateDraft } from "./gateRequest";
import { modeNames } from "./words";

interface Props {
  run: Run;
  /** The run that regressions are counted against. */
  baselineId: string | undefined;
}

/** What a build may ask of this run, and whether it would pass. */
export function GateCheck({ run, baselineId }: Props) {
  const [opened, { toggle }] = useDisclosure(false);
  const [draft, setDraft] = useState<GateDraft>(() => ({
    minimumPassed: {},
    minimumNdcg: "",
    againstBaseline: true,
    maximumLost: 0,
  }));
  const gate = buildGate(draft, run.configuration.limit, baselineId);
  const check = useMutation({
    mutationFn: (body: Gate) =>
      unwrap(
        api.POST("/api/evaluations/runs/{run_id}/gate", {
          params: { path: { run_id: run.id } },
          body,
        }),
      ),
  });
  const change = (fields: Partial<GateDraft>) => {
    setDraft({ ...draft, ...fields });
    check.reset();
  };
  return (
    <Stack gap="xs" component="section" aria-label="Gate">
      <Group gap="sm">
        <Button variant="default" onClick={toggle} aria-expanded={opened}>
          Hold against a gate
        </Button>
        <Explained
          title="Gate"
          explanation="Minimums a build must reach, and a baseline it must not fall behind. With `ragstudio evaluate --gate FILE` a miss ends with exit code 1."
          topic="gate"
        >
          <Text span fz="xs" c="dimmed">
            would a build pass on this run?
          </Text>
        </Explained>
      </Group>
      <Collapse expanded={opened}>
        <Stack gap="sm">
          <Group gap="sm" align="flex-end">
            {run.modes.map((mode) => (
              <NumberInput
                key={mode}
                label={`${modeNames[mode]}: passed`}
                placeholder="any"
                w={130}
                min={0}
                max={9999}
                allowDecimal={false}
                value={draft.minimumPassed[mode] ?? ""}
                onChange={(value) =>
                  change({ minimumPassed: { ...draft.minimumPassed, [mode]: value } })
                }
              />
            ))}
            {run.modes.includes("hybrid") && (
              <NumberInput
                label={`Hybrid: nDCG@${run.configuration.limit} (0 to 1)`}
                placeholder="any"
                w={150}
                min={0}
                max={1}
                step={0.01}
                decimalScale={4}
                value={draft.minimumNdcg}
                onChange={(minimumNdcg) => change({ minimumNdcg })}
              />
            )}
            {baselineId && (
              <>
                <NumberInput
                  label="Lost against the baseline"
                  w={150}
                  min={0}
                  max={9999}
                  allowDecimal={false}
                  disabled={!draft.againstBaseline}
                  value={draft.maximumLost}
                  onChange={(maximumLost) => change({ maximumLost })}
                />
                <Checkbox
                  size="xs"
                  mb={7}
                  label="and none worse with evidence"
                  checked={draft.againstBaseline}
                  onChange={(event) => change({ againstBaseline: event.currentTarget.checked })}
                />
              </>
            )}
            <Button
              disabled={!gate}
              loading={check.isPending}
              onClick={() => gate && check.mutate(gate)}
            >
              Check
            </Button>
          </Group>
          {!baselineId && (
            <Text fz="xs" c="dimmed">
              Mark another run as baseline to ask that nothing got worse.
            </Text>
          )}
          {gate && <CommandLine command={JSON.stringify(gate)} label="Copy the gate file" />}
          {check.error && <ErrorNotice error={check.error} />}
          {check.data && <Result passed={check.data.passed} failures={check.data.failures} />}
        </Stack>
      </Collapse>
    </Stack>
  );
}

function Result({ passed, failures }: { passed: boolean; failures: string[] }) {
  const Icon = passed ? IconCheck : IconX;
  return (
    <div role="status">
      <Text fz="sm" fw={600} c={passed ? "var(--studio-good)" : "var(--studio-bad)"}>
        <Icon size={14} aria-hidden style={{ verticalAlign: "-2px" }} />{" "}
        {passed ? "It passes the gate." : "It misses the gate."}
      </Text>
      {failures.length > 0 && (
        <ul style={{ margin: "4px 0 0", paddingInlineStart: 18 }}>
          {failures.map((failure) => (
            <Text key={failure} fz="sm" component="li" className="anyname">
              {failure}
            </Text>
          ))}
        </ul>
      )}
    </div>
  );
}
