import { Button, Group, NumberInput, Paper, Stack, Text, Textarea, TextInput } from "@mantine/core";
import type { FormEvent } from "react";

import { GuideLink } from "@/components/GuideLink";
import { useDraft } from "@/lib/useDraft";

import { readFacts } from "./facts";
import type { LaboratorySearch } from "./laboratorySearch";

const USUAL_LIMIT = 6;

interface Props {
  search: LaboratorySearch;
  onChange: (patch: Partial<LaboratorySearch>) => void;
}

/** What an answer would need, and the question it answers. */
export function EvidenceForm({ search, onChange }: Props) {
  const [facts, setFacts] = useDraft((search.fact ?? []).join("\n"));
  const [question, setQuestion] = useDraft(search.q ?? "");
  const [limit, setLimit] = useDraft<number | string>(search.limit ?? "");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readFacts(facts);
    onChange({
      fact: read.length ? read : undefined,
      q: question.trim() || undefined,
      limit: limit === "" ? undefined : Number(limit),
    });
  };

  return (
    <Paper p="sm" component="section" aria-label="What an answer needs">
      <form onSubmit={submit}>
        <Stack gap="xs">
          <Textarea
            label="Facts an answer needs"
            description="One a line; values that must stand together, with semicolons between them."
            placeholder="Kelworth; Notice days; 113"
            value={facts}
            autosize
            minRows={3}
            maxRows={8}
            dir="auto"
            onChange={(event) => setFacts(event.currentTarget.value)}
          />
          <Group gap="xs" align="flex-end">
            <TextInput
              label="Question"
              placeholder="Would a search find them?"
              value={question}
              maxLength={2000}
              dir="auto"
              autoComplete="off"
              style={{ flex: "1 1 200px" }}
              onChange={(event) => setQuestion(event.currentTarget.value)}
            />
            <NumberInput
              label="First results"
              placeholder={String(USUAL_LIMIT)}
              value={limit}
              min={1}
              max={50}
              w={92}
              allowDecimal={false}
              allowNegative={false}
              clampBehavior="strict"
              onChange={setLimit}
            />
            <Button type="submit">Check</Button>
          </Group>
          <Text fz="xs" c="dimmed">
            The search uses the studio&rsquo;s own models, on these chunks alone.{" "}
            <GuideLink topic="laboratory" inText />
          </Text>
        </Stack>
      </form>
    </Paper>
  );
}
