import { Group, NumberInput, Select, Stack, Text } from "@mantine/core";

import { GuideLink } from "@/components/GuideLink";
import { useDraft } from "@/lib/useDraft";

import {
  type ChunkingChoice,
  explainStrategy,
  strategies,
  STRATEGY_NAMES,
  type StrategyName,
} from "@/lib/strategies";

/** The choice of naming no strategy. */
const UNNAMED = "";

interface Props {
  choice: ChunkingChoice;
  /** Shown where no size or overlap is set. */
  usual?: { size: number; overlap: number };
  /** What is said where no strategy is named. */
  unnamed?: string;
  /** Stands before each label for those who hear it: "Side A". */
  owner?: string;
  disabled?: boolean;
  onChange: (patch: ChunkingChoice) => void;
}

/** Strategy, size and overlap, with what the strategy does. Numbers count when they are left. */
export function ChunkingFields({
  choice,
  usual,
  unnamed = "as an upload would",
  owner,
  disabled,
  onChange,
}: Props) {
  const named = (label: string) => (owner ? `${owner}: ${label.toLowerCase()}` : label);
  return (
    <Stack gap={4}>
      <Group gap="xs" align="flex-end" wrap="wrap">
        <Select
          label="Strategy"
          aria-label={named("Strategy")}
          data={[
            { value: UNNAMED, label: unnamed },
            ...strategies.map(({ name }) => ({ value: name, label: name })),
          ]}
          value={choice.strategy ?? UNNAMED}
          allowDeselect={false}
          disabled={disabled}
          style={{ flex: "1 1 110px" }}
          maw={210}
          onChange={(value) =>
            onChange({
              strategy: STRATEGY_NAMES.find((name): name is StrategyName => name === value),
            })
          }
        />
        <Characters
          label="Size"
          spoken={named("Size")}
          value={choice.size}
          fallback={usual?.size}
          disabled={disabled}
          onCommit={(size) => onChange({ size })}
        />
        <Characters
          label="Overlap"
          spoken={named("Overlap")}
          value={choice.overlap}
          fallback={usual?.overlap}
          disabled={disabled}
          onCommit={(overlap) => onChange({ overlap })}
        />
      </Group>
      <Text fz="xs" c="dimmed" mih={18}>
        {explainStrategy(choice.strategy)} <GuideLink topic="strategies" inText />
      </Text>
    </Stack>
  );
}

interface CharactersProps {
  label: string;
  spoken: string;
  value: number | undefined;
  fallback: number | undefined;
  disabled?: boolean;
  onCommit: (value: number | undefined) => void;
}

/** A number of characters; empty is the studio's own. */
function Characters({ label, spoken, value, fallback, disabled, onCommit }: CharactersProps) {
  const [draft, setDraft] = useDraft<number | string>(value ?? "");
  const commit = () => {
    const number = draft === "" ? undefined : Number(draft);
    if (number !== value && !Number.isNaN(number)) onCommit(number);
  };
  return (
    <NumberInput
      label={label}
      aria-label={`${spoken} in characters`}
      placeholder={fallback === undefined ? "usual" : String(fallback)}
      value={draft}
      w={86}
      disabled={disabled}
      min={0}
      max={100_000}
      step={50}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="strict"
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit();
      }}
    />
  );
}
