import { Button, Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { keepToken, tokenWanted } from "@/api/session";
import { useStore } from "@/api/store";

/** Asks for the API token when the API refuses calls without one. */
export function TokenPrompt() {
  const wanted = useStore(tokenWanted);
  const queryClient = useQueryClient();
  const [token, setToken] = useState("");

  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    keepToken(token.trim());
    setToken("");
    void queryClient.invalidateQueries();
  };

  return (
    <Modal
      opened={wanted}
      onClose={() => tokenWanted.set(false)}
      title="This studio asks for a token"
      size="md"
    >
      <form onSubmit={submit}>
        <Stack gap="sm">
          <Text fz="sm">
            It is the value of <code className="mono">API_TOKEN</code> in the server&rsquo;s
            settings. This tab keeps it until it is closed.
          </Text>
          <PasswordInput
            label="API token"
            size="sm"
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
            data-autofocus
            autoComplete="off"
          />
          <Button type="submit" size="sm" disabled={token.trim() === ""}>
            Use this token
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}
