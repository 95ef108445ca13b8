import { ActionIcon, Anchor, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";

import { api, unwrap } from "@/api/client";
import { ErrorNotice } from "@/components/ErrorNotice";
import { Explained } from "@/components/Explained";
import { notifyError } from "@/lib/notify";

import type { Run } from "./evaluationTypes";
import { type NamedBaseline, namedBaselinesQuery, spellBaselineName } from "./baselineNames";

/** The baselines kept by name: what this run is called, and the others to hold it against. */
export function NamedBaselines({ run }: { run: Run }) {
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState("");
  const { data, error, refetch } = useQuery(namedBaselinesQuery);
  const name = spellBaselineName(typed);
  const taken = data?.items.find((baseline) => baseline.name === name);
  const refresh = () => queryClient.invalidateQueries(namedBaselinesQuery);
  const give = useMutation({
    mutationFn: () =>
      unwrap(
        api.PUT("/api/evaluations/baselines/{name}", {
          params: { path: { name } },
          body: { run_id: run.id },
        }),
      ),
    onSuccess: () => {
      setTyped("");
      return refresh();
    },
    onError: notifyError,
  });
  return (
    <Stack gap={6} component="section" aria-label="Named baselines">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name) give.mutate();
        }}
      >
        <Group gap="sm" align="flex-end">
          <TextInput
            label={
              <Explained
                title="Named baseline"
                explanation="A run that others are held against, kept by the server: a gate file and `ragstudio evaluate --baseline NAME` know it too. The flag in the table is this browser's alone."
                topic="comparison"
              >
                Name this run as a baseline
              </Explained>
            }
            placeholder="main"
            maxLength={60}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={!name} loading={give.isPending}>
            {taken && taken.run_id !== run.id ? "Replace baseline" : "Name baseline"}
          </Button>
          {name !== "" && (name !== typed || taken) && (
            <Text fz="xs" c="dimmed" className="anyname" role="status">
              {taken
                ? `“${name}” is taken: it will mean this run.`
                : `It will be called “${name}”.`}
            </Text>
          )}
        </Group>
      </form>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data && data.items.length > 0 && (
        <Group gap="xs" component="ul" p={0} m={0} style={{ listStyle: "none" }}>
          {data.items.map((baseline) => (
            <NamedOne key={baseline.name} baseline={baseline} run={run} onChanged={refresh} />
          ))}
        </Group>
      )}
    </Stack>
  );
}

interface OneProps {
  baseline: NamedBaseline;
  run: Run;
  onChanged: () => Promise<void>;
}

function NamedOne({ baseline, run, onChanged }: OneProps) {
  const forget = useMutation({
    mutationFn: () =>
      unwrap(
        api.DELETE("/api/evaluations/baselines/{name}", {
          params: { path: { name: baseline.name } },
        }),
      ),
    onSuccess: onChanged,
    onError: notifyError,
  });
  return (
    <Group gap={4} wrap="nowrap" component="li" fz="sm">
      {baseline.run_id === run.id ? (
        <Text span inherit className="anyname">
          <b>{baseline.name}</b>: this run
        </Text>
      ) : (
        <Anchor
          inherit
          className="anyname"
          renderRoot={(props) => (
            <Link
              to="/evaluation/compare"
              search={{ run: run.id, baseline: baseline.run_id }}
              {...props}
            />
          )}
        >
          Compare with {baseline.name}
        </Anchor>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Forget the baseline ${baseline.name}`}
        loading={forget.isPending}
        onClick={() => forget.mutate()}
      >
        <IconX size={13} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
