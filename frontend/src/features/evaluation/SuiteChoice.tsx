import { Anchor, Checkbox, Group, Stack, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useId } from "react";

import { plural } from "@/lib/numbers";

import type { Suite } from "./evaluationTypes";
import { describeMissing, type GroupState } from "./suiteGroups";

interface Props {
  suite: Suite;
  /** Null until the library is known. */
  groups: GroupState[] | null;
  chosen: boolean;
  onChoose: (on: boolean) => void;
}

/** One suite: what it asks, the groups it needs, and a warning where they are not loaded. */
export function SuiteChoice({ suite, groups, chosen, onChoose }: Props) {
  const missing = groups && describeMissing(groups);
  const id = useId();
  return (
    <Group gap="sm" wrap="nowrap" align="flex-start">
      <Checkbox
        id={id}
        size="xs"
        mt={2}
        checked={chosen}
        onChange={(event) => onChoose(event.currentTarget.checked)}
      />
      <Stack gap={2} miw={0}>
        <Group gap="xs" align="baseline">
          <Text component="label" htmlFor={id} fz="sm" fw={600} className="anyname">
            {suite.title}
          </Text>
          <Text span fz="xs" c="dimmed" className="tabular">
            {plural(suite.cases.length, "case")}
            {suite.asked_on && `, asked as of ${suite.asked_on}`}
          </Text>
        </Group>
        <Text fz="xs" c="dimmed" className="anyname">
          {suite.description}
        </Text>
        <Group gap="sm" fz="xs">
          {suite.groups.map((name, place) => (
            <GroupCount key={name} name={name} state={groups?.[place]} />
          ))}
        </Group>
        {missing && (
          <Group gap={5} wrap="nowrap" align="flex-start" role="alert">
            <IconAlertTriangle
              size={14}
              aria-hidden
              style={{ flex: "none", marginTop: 2, color: "var(--studio-warn)" }}
            />
            <Text fz="xs" c="var(--studio-warn)" className="anyname">
              {missing}{" "}
              <Anchor renderRoot={(props) => <Link to="/" {...props} />} inherit>
                To the library
              </Anchor>
            </Text>
          </Group>
        )}
      </Stack>
    </Group>
  );
}

function GroupCount({ name, state }: { name: string; state: GroupState | undefined }) {
  const complete = !state || (state.documents > 0 && state.ready === state.documents);
  return (
    <Text span inherit c={complete ? undefined : "var(--studio-warn)"} className="anyname">
      {name}{" "}
      {state && (
        <Text span inherit c={complete ? "dimmed" : undefined} className="tabular">
          {complete ? state.ready : `${state.ready} of ${state.documents}`}
        </Text>
      )}
    </Text>
  );
}
