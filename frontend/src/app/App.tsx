import { MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";

import { createQueryClient } from "./queryClient";
import { router } from "./router";
import { cssVariablesResolver, theme } from "./theme";
import { TokenPrompt } from "./TokenPrompt";

const queryClient = createQueryClient();

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" limit={3} />
        <RouterProvider router={router} />
        <TokenPrompt />
      </QueryClientProvider>
    </MantineProvider>
  );
}
