import { Button, Stack, Text } from "@mantine/core";

import type { SearchResponse } from "@/api/types";
import { DocumentLink } from "@/components/DocumentLink";
import { plural } from "@/lib/numbers";

import classes from "./ClarificationChoice.module.css";
import { findEvidence } from "./optionEvidence";

type Clarification = NonNullable<SearchResponse["clarification"]>;

interface Props {
  clarification: Clarification;
  response: SearchResponse;
  /** Ask a refined question. */
  onChoose: (question: string) => void;
}

/** The question asked back: each reading asks again, and stands with the passages that answer it. */
export function ClarificationChoice({ clarification, response, onChoose }: Props) {
  return (
    <Stack gap={8}>
      <Text fz="sm" fw={600} className="anyname">
        {clarification.question}
      </Text>
      <ul className={classes.options} aria-label="Readings">
        {clarification.options.map(({ label, question, passage_ids }) => (
          <li key={question} className={classes.option}>
            <Button
              variant="default"
              fullWidth
              h="auto"
              py={6}
              justify="flex-start"
              styles={{ label: { whiteSpace: "normal", textAlign: "start" } }}
              onClick={() => onChoose(question)}
            >
              <span className="anyname">
                <Text span fz="sm" fw={600} display="block">
                  {label}
                </Text>
                <Text span fz="xs" c="dimmed" display="block" fw={400}>
                  {question}
                </Text>
              </span>
            </Button>
            <Text fz="xs" c="dimmed" mt={6}>
              Answered by {plural(passage_ids.length, "passage")}
            </Text>
            {findEvidence(response, passage_ids).map((evidence) => (
              <div key={evidence.id} className={classes.evidence}>
                <DocumentLink
                  id={evidence.documentId}
                  filename={evidence.filename}
                  chunk={evidence.chunkIndex}
                />
                {evidence.section && (
                  <Text fz="xs" c="dimmed" className="anyname">
                    {evidence.section}
                  </Text>
                )}
                {evidence.beginning && (
                  <Text fz="xs" className="anyname" dir="auto" lineClamp={3}>
                    {evidence.beginning}
                  </Text>
                )}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </Stack>
  );
}
