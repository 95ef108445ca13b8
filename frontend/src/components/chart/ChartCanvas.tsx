import { useReducedMotion } from "@mantine/hooks";
import { useEffect, useEffectEvent, useRef } from "react";

import { useScheme } from "@/lib/useScheme";

import { type ChartOption, echarts } from "./echarts";
import { chartTheme } from "./chartTheme";

export interface ChartProps {
  option: ChartOption;
  height: number | string;
  /** What the chart shows, in one sentence, for those who cannot see it. */
  label: string;
  /** A data item was clicked or tapped. */
  onSelect?: (item: { seriesIndex?: number; dataIndex: number; data: unknown }) => void;
}

export default function ChartCanvas({ option, height, label, onSelect }: ChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<ReturnType<typeof echarts.init> | null>(null);
  const scheme = useScheme();
  const still = useReducedMotion();
  const select = useEffectEvent(
    (item: { seriesIndex?: number; dataIndex: number; data: unknown }) => onSelect?.(item),
  );

  useEffect(() => {
    if (!box.current) return;
    const made = echarts.init(box.current, chartTheme(scheme));
    made.on("click", (event) => select(event));
    chart.current = made;
    const observer = new ResizeObserver(() => made.resize());
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      made.dispose();
      chart.current = null;
    };
  }, [scheme]);

  useEffect(() => {
    chart.current?.setOption({ animation: !still, ...option }, { notMerge: true });
  }, [option, still, scheme]);

  return <div ref={box} role="img" aria-label={label} style={{ width: "100%", height }} />;
}
