import { lazy, Suspense } from "react";

import { Waiting } from "@/components/Waiting";

import type { ChartProps } from "./ChartCanvas";

const ChartCanvas = lazy(() => import("./ChartCanvas"));

/** An ECharts chart. The library is loaded with the first chart shown, not with the first screen. */
export function Chart(props: ChartProps) {
  return (
    <Suspense fallback={<Waiting lines={6} />}>
      <ChartCanvas {...props} />
    </Suspense>
  );
}
