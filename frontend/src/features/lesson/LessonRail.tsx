import { ActionIcon, Button, Group, Stack, Text } from "@mantine/core";
import { IconCircle, IconCircleCheck, IconX } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";

import { api, unwrap } from "@/api/client";
import { libraryKey } from "@/api/documents";
import { useStore } from "@/api/store";
import {
  closeLesson,
  type Lesson,
  lesson,
  LESSON_QUESTION,
  LESSON_SOURCE,
  type LessonAnswer,
  noteWatched,
  startLesson,
} from "@/lib/lesson";
import { plural } from "@/lib/numbers";
import { notifyError } from "@/lib/notify";

import classes from "./LessonRail.module.css";

const POLL_MS = 1500;

/** What the lesson needs to know of the library, asked while it runs. */
function useLibraryState(open: boolean) {
  return useQuery({
    queryKey: ["lesson", "library"],
    queryFn: async ({ signal }) => {
      const page = await unwrap(
        api.GET("/api/documents", { params: { query: { limit: 20, q: LESSON_SOURCE } }, signal }),
      );
      const all = await unwrap(
        api.GET("/api/documents", { params: { query: { limit: 1 } }, signal }),
      );
      const status: Record<string, number | undefined> = all.facets.status ?? {};
      const source = page.items.find(({ filename }) => filename === LESSON_SOURCE);
      const busy = (status.queued ?? 0) + (status.processing ?? 0);
      return { source: source ?? null, busy, ready: status.ready ?? 0 };
    },
    enabled: open,
    refetchInterval: POLL_MS,
  });
}

/** The lesson along the top of every screen: six steps, each ticked by what really happens. */
export function LessonRail() {
  const state = useStore(lesson);
  const { data: library } = useLibraryState(state.open);
  const isReady = library?.source?.status === "ready" && library.busy === 0;
  useEffect(() => {
    if (isReady) noteWatched();
  }, [isReady]);
  if (!state.open) return null;
  const steps = describeSteps(state, library?.source?.id ?? null, library?.busy ?? 0);
  const current = steps.findIndex(({ done }) => !done);
  const step = steps[current];
  return (
    <section aria-label="Lesson" className={classes.rail}>
      <Group gap="sm" wrap="nowrap" justify="space-between" align="flex-start">
        <ol className={classes.steps}>
          {steps.map(({ name, done }, at) => (
            <li
              key={name}
              data-current={at === current || undefined}
              aria-current={at === current ? "step" : undefined}
              aria-label={`${name}${done ? ", done" : ""}`}
            >
              {done ? (
                <IconCircleCheck size={15} aria-hidden color="var(--studio-good)" />
              ) : (
                <IconCircle size={15} aria-hidden />
              )}
              {name}
            </li>
          ))}
        </ol>
        <Group gap={4} wrap="nowrap">
          <Button variant="subtle" size="compact-xs" onClick={startLesson}>
            Restart
          </Button>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label="Close the lesson"
            onClick={closeLesson}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Group>
      </Group>
      {step ? (
        <Group gap="sm" mt={4}>
          <Text fz="sm" role="status">
            {step.says}
          </Text>
          {step.action}
        </Group>
      ) : (
        <Ending state={state} />
      )}
    </section>
  );
}

function describeSteps(state: Lesson, sourceId: string | null, busy: number) {
  const { watched, before, compared, receipt, after } = state;
  const loaded = sourceId !== null || before !== null;
  const link = (to: "/" | "/search", search: object, label: string) => (
    <Button renderRoot={(props) => <Link to={to} search={search} {...props} />}>{label}</Button>
  );
  return [
    {
      name: "Load",
      done: loaded,
      says: "The library has no samples yet. Load them: 42 documents of a fictional company.",
      action: <LoadSamples label="Load the samples" />,
    },
    {
      name: "Watch",
      done: watched || before !== null,
      says: `Each document is extracted, chunked, embedded and indexed. ${plural(busy, "document")} left.`,
      action: link("/", {}, "Watch in the library"),
    },
    {
      name: "Ask",
      done: before !== null,
      says: `Ask: ${LESSON_QUESTION} See which passage answers, and why.`,
      action: link("/search", { q: LESSON_QUESTION }, "Ask it"),
    },
    {
      name: "Compare",
      done: compared,
      says: "Ask the same by vector alone, side by side. Nearest is not judged.",
      action: link("/search", { q: LESSON_QUESTION, mode: "both" }, "Compare side by side"),
    },
    {
      name: "Delete",
      done: receipt !== null,
      says: `Delete ${LESSON_SOURCE}, the one source of the answer, and read the receipt.`,
      action: sourceId && (
        <Button
          renderRoot={(props) => <Link to="/documents/$id" params={{ id: sourceId }} {...props} />}
        >
          Open it to delete it
        </Button>
      ),
    },
    {
      name: "Ask again",
      done: after !== null,
      says: "The document is gone in every form. Ask the same question again.",
      action: link("/search", { q: LESSON_QUESTION }, "Ask again"),
    },
  ];
}

/** Loads what is missing of the samples; what is already here is skipped. */
function LoadSamples({ label }: { label: string }) {
  const queryClient = useQueryClient();
  const load = useMutation({
    mutationFn: () => unwrap(api.POST("/api/samples")),
    onSuccess: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: libraryKey }),
        queryClient.invalidateQueries({ queryKey: ["lesson"] }),
      ]),
    onError: notifyError,
  });
  return (
    <Button variant="default" loading={load.isPending} onClick={() => load.mutate()}>
      {label}
    </Button>
  );
}

/** The same question before and after, with the receipt between. */
function Ending({ state: { before, receipt, after } }: { state: Lesson }) {
  if (!before || !receipt || !after) return null;
  return (
    <Stack gap="xs" mt={6}>
      <div className={classes.ending}>
        <Answer title="Before" answer={before} />
        <Stack gap={2}>
          <Text fz="xs" fw={600}>
            Receipt
          </Text>
          <Text fz="xs" className="tabular">
            {receipt.filename} deleted: {plural(receipt.removed, "entry", "entries")} removed,{" "}
            {receipt.left} left.
          </Text>
        </Stack>
        <Answer title="After" answer={after} />
      </div>
      <Group gap="xs">
        <Text fz="sm">Every step is done. Bring the deleted sample back:</Text>
        <LoadSamples label="Restore samples" />
      </Group>
    </Stack>
  );
}

function Answer({ title, answer }: { title: string; answer: LessonAnswer }) {
  return (
    <Stack gap={2}>
      <Text fz="xs" fw={600}>
        {title}: {answer.word}
      </Text>
      <Text fz="xs" c="dimmed" className="anyname" lineClamp={3}>
        {answer.filename
          ? `${answer.filename}: ${answer.passage ?? ""}`
          : "No passage is returned."}
      </Text>
    </Stack>
  );
}
