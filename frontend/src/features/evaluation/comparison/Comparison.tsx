import { Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";

import { ErrorNotice } from "@/components/ErrorNotice";
import { Waiting } from "@/components/Waiting";

import type { ModeComparison, RunComparison } from "../evaluationTypes";
import { modeNames } from "../words";
import { CaseDifferences } from "./CaseDifferences";
import type { Choice } from "./choice";
import { comparisonQuery } from "./comparisonQuery";
import type { CompareSearch } from "./compareSearch";
import { Flips } from "./Flips";
import { TestedFigures } from "./TestedFigures";

interface Props {
  choice: Choice;
  metric: NonNullable<CompareSearch["metric"]>;
  /** Show the questions on which nothing moved too. */
  all: boolean;
  onChange: (fields: CompareSearch) => void;
}

/** Everything one comparison says: settings, conclusion, figures, flips, each question. */
export function Comparison({ choice, metric, all, onChange }: Props) {
  const { data, error, refetch } = useQuery(comparisonQuery(choice));
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (!data) return <Waiting lines={10} />;
  return (
    <Stack gap="lg">
      <Settings comparison={data} same={choice.run === choice.baseline} />
      {data.modes.map((mode) => (
        <Stack
          key={`${mode.mode}/${mode.baseline_mode}`}
          gap="sm"
          component="section"
          aria-label={nameModes(mode)}
        >
          <Title order={2}>{nameModes(mode)}</Title>
          <Text fz="sm" fw={600} className="anyname" role="status">
            {mode.conclusion}
          </Text>
          <TestedFigures figures={mode.figures} />
          <Title order={3}>Flipped verdicts</Title>
          <Flips cases={mode.cases} />
          <Title order={3}>Each question</Title>
          <CaseDifferences
            cases={mode.cases}
            k={data.k}
            metric={metric}
            all={all}
            onChange={onChange}
          />
        </Stack>
      ))}
    </Stack>
  );
}

function nameModes({ mode, baseline_mode }: ModeComparison): string {
  return mode === baseline_mode
    ? modeNames[mode]
    : `${modeNames[mode]}, against ${modeNames[baseline_mode].toLowerCase()}`;
}

function Settings({ comparison, same }: { comparison: RunComparison; same: boolean }) {
  const { configuration, unmatched } = comparison;
  return (
    <Text fz="xs" c="dimmed" component="div" className="anyname">
      {configuration.length === 0
        ? same
          ? "One run, two modes."
          : "Both ran with the same settings and models, over as many chunks."
        : "Different settings: "}
      {configuration.map(({ name, baseline, value }, place) => (
        <span key={name}>
          {place > 0 && ", "}
          <code className="mono">
            {name} {baseline || "default"} → {value || "default"}
          </code>
        </span>
      ))}
      {unmatched.length > 0 && (
        <div>Only in one of the runs, and left out: {unmatched.join(", ")}.</div>
      )}
    </Text>
  );
}
