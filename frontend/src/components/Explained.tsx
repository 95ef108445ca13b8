import { Popover, Stack, Text, UnstyledButton } from "@mantine/core";
import { useTimeout } from "@mantine/hooks";
import { type ReactNode, useState } from "react";

import classes from "./Explained.module.css";
import type { GuideTopic } from "@/lib/guide";
import { GuideLink } from "./GuideLink";

interface Props {
  children: ReactNode;
  /** Bold first line of the explanation. */
  title: ReactNode;
  /** One line: what this is. */
  explanation: ReactNode;
  topic: GuideTopic;
  /** What a screen reader says; default is the visible text. */
  label?: string;
}

/** Anything that can be explained: hover, tap or Enter shows one line and a link to the guide. */
export function Explained({ children, title, explanation, topic, label }: Props) {
  const [opened, setOpened] = useState(false);
  const opening = useTimeout(() => setOpened(true), 250);
  const closing = useTimeout(() => setOpened(false), 150);
  const enter = () => {
    closing.clear();
    opening.start();
  };
  const leave = () => {
    opening.clear();
    closing.start();
  };
  return (
    <Popover opened={opened} onChange={setOpened} width={280} position="bottom-start" withinPortal>
      <Popover.Target>
        <UnstyledButton
          className={classes.target}
          onMouseEnter={enter}
          onMouseLeave={leave}
          onClick={() => setOpened((was) => !was)}
          aria-label={label}
        >
          {children}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="sm" onMouseEnter={closing.clear} onMouseLeave={leave}>
        <Stack gap={4}>
          <Text fz="xs" fw={600} component="div">
            {title}
          </Text>
          <Text fz="xs" component="div">
            {explanation}
          </Text>
          <GuideLink topic={topic} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
