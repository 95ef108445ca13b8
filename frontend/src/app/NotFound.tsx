import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";

import { EmptyState } from "@/components/EmptyState";
import { Screen } from "@/components/Screen";

export function NotFound() {
  return (
    <Screen title="Not found">
      <EmptyState title="Page not found">
        <Button renderRoot={(props) => <Link to="/" {...props} />} variant="default">
          To the library
        </Button>
      </EmptyState>
    </Screen>
  );
}
