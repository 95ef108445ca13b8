import { Button, Group, Stack } from "@mantine/core";
import { useState } from "react";

import { AggregateNote } from "./AggregateNote";
import { Commands } from "./Commands";
import { ControllingNote } from "./ControllingNote";
import { controlsEvidence } from "./control";
import { DecisionBanner } from "./DecisionBanner";
import { DecisionDetail } from "./DecisionDetail";
import { hitAnchor } from "./HitCard";
import { HitList } from "./HitList";
import type { LabSearch } from "./labSearch";
import { PromptPreview } from "./PromptPreview";
import { RankFlow } from "./RankFlow";
import type { FlowPassage } from "./flowData";
import { ReadingNote } from "./ReadingNote";
import classes from "./SearchScreen.module.css";
import type { LabAnswers } from "./useLabAnswers";
import type { SearchDefaults } from "./useSearchDefaults";
import { WhyNot } from "./WhyNot";
import { WrittenAnswer } from "./WrittenAnswer";

interface Props {
  lab: LabSearch;
  answers: LabAnswers;
  defaults: SearchDefaults;
  onChange: (patch: Partial<LabSearch>) => void;
}

/** Everything one search answered, from the decision to the passages. */
export function Results({ lab, answers, defaults, onChange }: Props) {
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const [flow, setFlow] = useState(false);
  const { vector, hybrid } = answers;
  const both = [vector, hybrid].filter((response) => response !== null);
  const main = hybrid ?? vector;
  if (!main) return null;
  const controls = controlsEvidence(main) ? main.controlling : null;
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

  const detail = <DecisionDetail response={main} lab={lab} limit={limit} onChange={onChange} />;
  return (
    <Stack gap="sm">
      {lab.reading_of && (
        <ReadingNote
          question={lab.reading_of}
          onReturn={() => onChange({ q: lab.reading_of, reading_of: undefined })}
        />
      )}
      <DecisionBanner response={main} onClarify={(q) => onChange({ q, reading_of: main.query })} />
      {main.aggregate && <AggregateNote aggregate={main.aggregate} />}
      {lists.length > 1 ? (
        <div className={classes.pair}>{lists}</div>
      ) : (
        <div className={classes.evidence}>
          <Stack gap="sm" miw={0}>
            {lists}
          </Stack>
          <Stack gap="sm" miw={0}>
            {detail}
            {controls && <ControllingNote controlling={controls} />}
          </Stack>
        </div>
      )}
      <WrittenAnswer key={JSON.stringify(lab)} lab={lab} response={main} />
      {lists.length > 1 && detail}
      {lists.length > 1 && controls && <ControllingNote controlling={controls} />}
      <Group gap="xs">
        <PromptPreview lab={lab} response={main} />
        <Commands lab={lab} response={main} />
        {main.stages && (
          <Button variant="default" aria-expanded={flow} onClick={() => setFlow(!flow)}>
            Rank flow
          </Button>
        )}
      </Group>
      {flow && main.stages && (
        <RankFlow
          stages={main.stages}
          highlighted={highlighted}
          onHighlight={setHighlighted}
          onChoose={choose}
        />
      )}
      <WhyNot lab={lab} responses={both} circumstances={{ pool, limit }} onChange={onChange} />
    </Stack>
  );
}
