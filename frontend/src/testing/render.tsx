import { MantineProvider } from "@mantine/core";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render } from "@testing-library/react";
import type { ReactNode } from "react";

import { createQueryClient } from "@/app/queryClient";
import { cssVariablesResolver, theme } from "@/app/theme";

/** Render inside the studio's providers, at `/` of a router in which every address exists. */
export async function renderInStudio(children: ReactNode) {
  const root = createRootRoute();
  const any = createRoute({ getParentRoute: () => root, path: "/$", component: () => children });
  const router = createRouter({
    routeTree: root.addChildren([any]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  await router.load();
  const queryClient = createQueryClient();
  const view = render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
      <QueryClientProvider client={queryClient}>
        {/* The registered router type is the application's; here any address leads to `children`. */}
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { ...view, router, queryClient };
}
