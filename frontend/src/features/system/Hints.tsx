import { Alert, List } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";

/** What the studio says a person should do. */
export function Hints({ hints }: { hints: string[] }) {
  if (hints.length === 0) return null;
  return (
    <Alert
      variant="light"
      color="yellow"
      title="To do"
      icon={<IconInfoCircle size={18} aria-hidden />}
      styles={{ title: { color: "var(--studio-warn)" } }}
    >
      <List fz="sm" spacing={2} listStyleType={hints.length === 1 ? "none" : "disc"}>
        {hints.map((hint) => (
          <List.Item key={hint} className="anyname">
            {hint}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
