import { Group, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import { useState } from "react";

import { Explained } from "@/components/Explained";

import { AbstentionMatrix } from "./AbstentionMatrix";
import { CategoryTable } from "./CategoryTable";
import { FIGURES, type FiguresName } from "./evaluationSearch";
import type { Run } from "./evaluationTypes";
import { Figures } from "./Figures";
import { listCutoffs } from "./metricValues";
import { intervalExplanation } from "./metricWords";

interface Props {
  run: Run;
  shown: FiguresName;
  onShow: (shown: FiguresName) => void;
}

const labels: Record<FiguresName, string> = {
  totals: "Totals",
  abstention: "Abstention",
  category: "By category",
};

/** What the run comes to: rank metrics, answering and refusing, and each category. */
export function FiguresPanel({ run, shown, onShow }: Props) {
  const { summaries } = run;
  const cutoffs = listCutoffs(summaries);
  const [chosen, setChosen] = useState<number | null>(null);
  const k = chosen ?? cutoffs.at(-1);
  // A run from before these figures were kept has its totals alone.
  const offered = FIGURES.filter((name) => name === "totals" || cutoffs.length > 0);
  const current = offered.includes(shown) ? shown : "totals";
  return (
    <Stack gap="xs">
      <Group gap="sm" align="center">
        {offered.length > 1 && (
          <SegmentedControl
            aria-label="Figures"
            value={current}
            onChange={(value) => onShow(value)}
            data={offered.map((value) => ({ value, label: labels[value] }))}
          />
        )}
        {current === "totals" && k !== undefined && cutoffs.length > 1 && (
          <Select
            aria-label="Results the metrics look at"
            w={140}
            data={cutoffs.map((value) => ({
              value: String(value),
              label: value === 1 ? "first result" : `first ${value} results`,
            }))}
            value={String(k)}
            allowDeselect={false}
            onChange={(value) => setChosen(Number(value))}
          />
        )}
        {cutoffs.length > 0 && (
          <Text fz="xs" c="dimmed" component="div">
            <Explained title="Interval" explanation={intervalExplanation} topic="figures">
              with intervals
            </Explained>
          </Text>
        )}
      </Group>
      {current === "totals" && <Figures summaries={summaries} k={k} />}
      {current === "abstention" && <AbstentionMatrix summaries={summaries} />}
      {current === "category" && <CategoryTable summaries={summaries} />}
    </Stack>
  );
}
