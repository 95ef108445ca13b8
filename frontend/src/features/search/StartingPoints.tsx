import { Anchor, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";

import { libraryQuery } from "@/api/documents";
import { EmptyState } from "@/components/EmptyState";

import type { LabSearch } from "./labSearch";

interface Example {
  lab: Partial<LabSearch> & { q: string };
  shows: string;
}

/** Questions for the sample documents, each of which shows one thing. */
const examples: Example[] = [
  { lab: { q: "How many days of annual leave do I get?" }, shows: "a plain answer" },
  {
    lab: { q: "How many unused days of leave can be carried over?", mode: "both" },
    shows: "what the version rule and the reranker change, side by side",
  },
  {
    lab: {
      q: "How many working days of annual leave does a full-time employee get?",
      as_of: "2025-06-01",
    },
    shows: "what was in force on an earlier day",
  },
  {
    lab: { q: "What is the allowance for Valencia?" },
    shows: "a question with several readings, which is asked back",
  },
  {
    lab: { q: "How soon must a theft be reported under SEC-104?" },
    shows: "an exact identifier, which words find better than vectors",
  },
  {
    lab: { q: "Who won the football world cup in 1998?" },
    shows: "a question nothing answers",
  },
];

const SAMPLE = /^annual-leave-policy-\d{4}\.md$/;

interface Props {
  onChoose: (patch: Partial<LabSearch>) => void;
}

/** Before the first question: what to do here, and questions to begin with. */
export function StartingPoints({ onChoose }: Props) {
  const { data: library } = useQuery(libraryQuery);
  if (library?.total === 0) {
    return (
      <EmptyState title="There is nothing to search yet">
        Add documents in the{" "}
        <Anchor renderRoot={(props) => <Link to="/" {...props} />} inherit>
          library
        </Anchor>
        , or load the samples there.
      </EmptyState>
    );
  }
  const hasSamples = library?.documents.some(({ filename }) => SAMPLE.test(filename));
  return (
    <EmptyState title="Ask a question">
      <Stack gap="sm" align="center">
        <span>
          You will see which passages each branch found, how they were ranked, and where the rest
          was lost.
        </span>
        {hasSamples && (
          <Stack component="ul" gap={6} m={0} p={0} style={{ listStyle: "none" }} ta="start">
            {examples.map(({ lab, shows }) => (
              <li key={shows}>
                <Anchor
                  component="button"
                  type="button"
                  fz="sm"
                  ta="start"
                  onClick={() => onChoose(lab)}
                >
                  {lab.q}
                </Anchor>
                <Text fz="xs" c="dimmed">
                  {shows}
                </Text>
              </li>
            ))}
          </Stack>
        )}
      </Stack>
    </EmptyState>
  );
}
