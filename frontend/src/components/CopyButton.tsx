import { ActionIcon, Button, CopyButton as MantineCopyButton, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";

interface Props {
  value: string;
  /** What is copied: "Copy the id". */
  label: string;
  /** A button with the label written out, instead of an icon. */
  text?: boolean;
}

export function CopyButton({ value, label, text = false }: Props) {
  return (
    <MantineCopyButton value={value} timeout={1500}>
      {({ copied, copy }) => {
        const icon = copied ? (
          <IconCheck size={14} aria-hidden />
        ) : (
          <IconCopy size={14} aria-hidden />
        );
        if (text) {
          return (
            <Button variant="default" leftSection={icon} onClick={copy}>
              {copied ? "Copied" : label}
            </Button>
          );
        }
        return (
          <Tooltip label={copied ? "Copied" : label}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={copied ? "Copied" : label}
              onClick={copy}
            >
              {icon}
            </ActionIcon>
          </Tooltip>
        );
      }}
    </MantineCopyButton>
  );
}
