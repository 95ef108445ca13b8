import { Explained } from "./Explained";
import { formatScore } from "@/lib/numbers";
import { scoreDefinitions, type ScoreName } from "@/lib/scores";

interface Props {
  name: ScoreName;
  /** Null where the stage did not produce this score. */
  value: number | null | undefined;
  /** Write the score's name before the number. */
  labelled?: boolean;
}

/** One score as what it is: four decimals, with its name, range and meaning on demand. */
export function Score({ name, value, labelled = false }: Props) {
  const definition = scoreDefinitions[name];
  const shown = value === null || value === undefined ? "–" : formatScore(value);
  return (
    <Explained
      title={`${definition.label} (${definition.range})`}
      explanation={definition.explanation}
      topic={definition.topic}
      label={`${definition.label} ${shown === "–" ? "not computed" : shown}`}
    >
      {labelled && `${definition.label} `}
      <span className="mono tabular" style={{ whiteSpace: "nowrap" }}>
        {shown}
      </span>
    </Explained>
  );
}
