import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";

import { asApiError } from "@/api/errors";

interface Props {
  error: unknown;
  /** Offer to try again. */
  onRetry?: () => void;
}

/** What the API said happened, and what it says to do next. */
export function ErrorNotice({ error, onRetry }: Props) {
  const { message, hint, code } = asApiError(error);
  return (
    <Alert
      variant="light"
      color="red"
      role="alert"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      styles={{ message: { color: "var(--mantine-color-text)" } }}
    >
      <Text fz="sm" fw={600} className="anyname">
        {message}
      </Text>
      {hint && (
        <Text fz="sm" className="anyname">
          {hint}
        </Text>
      )}
      <Group gap="sm" mt={4}>
        <Text fz="xs" c="dimmed" className="mono">
          {code}
        </Text>
        {onRetry && (
          <Button variant="default" size="compact-xs" onClick={onRetry}>
            Try again
          </Button>
        )}
      </Group>
    </Alert>
  );
}
