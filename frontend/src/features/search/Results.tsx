import { Group, Stack, Text, Title } from "@mantine/core";
import { useState } from "react";

import { AggregateNote } from "./AggregateNote";
import { Commands } from "./Commands";
import { ControllingNote } from "./ControllingNote";
import { DecisionBanner } from "./DecisionBanner";
import { hitAnchor } from "./HitCard";
import { HitList } from "./HitList";
import type { LabSearch } from "./labSearch";
import { PipelineLine } from "./PipelineLine";
import { PromptPreview } from "./PromptPreview";
import { RankFlow } from "./RankFlow";
import type { FlowPassage } from "./flowData";
import { ReadingNote } from "./ReadingNote";
import classes from "./SearchScreen.module.css";
import type { LabAnswers } from "./useLabAnswers";
import type { SearchDefaults } from "./useSearchDefaults";
import { WhyNot } from "./WhyNot";
import { modeWords } from "./words";

interface Props {
  lab: LabSearch;
  answers: LabAnswers;
  defaults: SearchDefaults;
  onChange: (patch: Partial<LabSearch>) => void;
}

/** Everything one search answered, from the decision to the passages. */
export function Results({ lab, answers, defaults, onChange }: Props) {
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const { vector, hybrid } = answers;
  const both = [vector, hybrid].filter((response) => response !== null);
  const main = hybrid ?? vector;
  if (!main) return null;
  const limit = lab.limit ?? defaults.limit;
  const pool = Math.max(lab.candidates ?? defaults.candidates, limit);

  const choose = (passage: FlowPassage) => {
    const hit = document.getElementById(hitAnchor(main.mode, passage.id));
    if (hit) {
      hit.scrollIntoView({ block: "center" });
      hit.focus({ preventScroll: true });
      return;
    }
    onChange({ why_document: passage.documentId, why_chunk: passage.chunkIndex });
    document.getElementById("why-not-panel")?.scrollIntoView({ block: "center" });
  };

  const lists = both.map((response) => (
    <HitList
      key={response.mode}
      response={response}
      other={both.find((one) => one !== response) ?? null}
      rrfK={defaults.rrfK}
      highlighted={highlighted}
      onHighlight={setHighlighted}
    />
  ));

  return (
    <Stack gap="md">
      {both.length > 1 && (
        <Group gap="xs" align="baseline">
          <Title order={2}>{modeWords[main.mode]}</Title>
          <Text fz="xs" c="dimmed">
            Its decision, stages and ranks. The passages of both modes stand below.
          </Text>
        </Group>
      )}
      {lab.reading_of && (
        <ReadingNote
          question={lab.reading_of}
          onReturn={() => onChange({ q: lab.reading_of, reading_of: undefined })}
        />
      )}
      <DecisionBanner response={main} onClarify={(q) => onChange({ q, reading_of: main.query })} />
      {main.aggregate && <AggregateNote aggregate={main.aggregate} />}
      {main.controlling && <ControllingNote controlling={main.controlling} />}
      <Group justify="space-between" gap="sm">
        <PipelineLine response={main} />
        <Group gap="xs">
          <PromptPreview response={main} />
          <Commands lab={lab} />
        </Group>
      </Group>
      {main.stages && (
        <RankFlow
          stages={main.stages}
          highlighted={highlighted}
          onHighlight={setHighlighted}
          onChoose={choose}
        />
      )}
      {lists.length > 1 ? <div className={classes.pair}>{lists}</div> : lists}
      <WhyNot lab={lab} responses={both} circumstances={{ pool, limit }} onChange={onChange} />
    </Stack>
  );
}
