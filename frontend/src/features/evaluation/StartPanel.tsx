import { Button, Group, NumberInput, Paper, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, unwrap } from "@/api/client";
import { libraryQuery } from "@/api/documents";
import { Explained } from "@/components/Explained";
import { notifyError } from "@/lib/notify";
import { plural } from "@/lib/numbers";

import { runKey, runsKey } from "./evaluations";
import { MODES, type Mode, type RunRequest, type Suite } from "./evaluationTypes";
import { readGroups } from "./suiteGroups";
import { SuiteChoice } from "./SuiteChoice";
import { modeNames } from "./words";

interface Props {
  suites: Suite[];
  onStarted: (runId: string) => void;
}

const optional = (value: number | string): number | undefined =>
  typeof value === "number" ? value : undefined;

/** The suites, what each needs, and the button that asks their questions. */
export function StartPanel({ suites, onStarted }: Props) {
  const queryClient = useQueryClient();
  const library = useQuery(libraryQuery);
  const [left, setLeft] = useState<ReadonlySet<string>>(
    () => new Set(suites.filter((suite) => !suite.by_default).map(({ name }) => name)),
  );
  const [modes, setModes] = useState<Mode | "both">("both");
  const [limit, setLimit] = useState<number | string>(6);
  const [candidates, setCandidates] = useState<number | string>("");
  const [threshold, setThreshold] = useState<number | string>("");

  const chosen = suites.filter(({ name }) => !left.has(name));
  const cases = chosen.reduce((sum, suite) => sum + suite.cases.length, 0);

  const start = useMutation({
    mutationFn: (body: RunRequest) => unwrap(api.POST("/api/evaluations/runs", { body })),
    onSuccess: (run) => {
      queryClient.setQueryData(runKey(run.id), run);
      void queryClient.invalidateQueries({ queryKey: runsKey });
      onStarted(run.id);
    },
    onError: notifyError,
  });

  const choose = (name: string, on: boolean) => {
    const next = new Set(left);
    if (on) next.delete(name);
    else next.add(name);
    setLeft(next);
  };

  return (
    <Paper component="section" aria-label="Suites">
      <Stack gap="sm">
        {suites.map((suite) => (
          <SuiteChoice
            key={suite.name}
            suite={suite}
            groups={library.data ? readGroups(suite.groups, library.data.documents) : null}
            chosen={!left.has(suite.name)}
            onChoose={(on) => choose(suite.name, on)}
          />
        ))}
        <Group gap="sm" align="flex-end">
          <Stack gap={3}>
            <Text fz="xs" fw={500} id="evaluation-modes">
              Modes
            </Text>
            <SegmentedControl
              aria-labelledby="evaluation-modes"
              value={modes}
              onChange={(value) => setModes(value)}
              data={[
                { value: "both", label: "Both" },
                ...MODES.map((value) => ({ value, label: modeNames[value] })),
              ]}
            />
          </Stack>
          <NumberInput
            label="Results"
            w={84}
            min={1}
            max={100}
            allowDecimal={false}
            value={limit}
            onChange={setLimit}
          />
          <NumberInput
            label="Candidates"
            placeholder="as set"
            w={96}
            min={1}
            max={500}
            allowDecimal={false}
            value={candidates}
            onChange={setCandidates}
          />
          <NumberInput
            label="Threshold"
            placeholder="as set"
            w={96}
            min={0}
            max={1}
            step={0.01}
            decimalScale={4}
            value={threshold}
            onChange={setThreshold}
          />
          <Button
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            disabled={chosen.length === 0}
            loading={start.isPending}
            onClick={() =>
              start.mutate({
                suites: chosen.map(({ name }) => name),
                modes: modes === "both" ? [...MODES] : [modes],
                limit: optional(limit) ?? 6,
                candidates: optional(candidates),
                minimum_score: optional(threshold),
              })
            }
          >
            Run {plural(cases, "check")}
          </Button>
          <Text fz="xs" c="dimmed">
            <Explained
              title="For this run only"
              explanation="Results: how many passages a case may look at. Candidates: how many each branch contributes. Threshold: the least reranker score that counts as evidence. Left empty, the studio's settings apply."
              topic="evaluation"
            >
              for this run only
            </Explained>
          </Text>
        </Group>
      </Stack>
    </Paper>
  );
}
