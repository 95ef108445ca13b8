import type { ChartOption } from "@/components/chart/echarts";
import type { Scheme } from "@/lib/documentColor";

import type { CurvePoint } from "@/lib/calibrationQuery";
import { nameThreshold, spread } from "@/lib/calibrationCurve";

export const RATES = ["refusal_f_measure", "refusal_precision", "refusal_recall"] as const;
export type Rate = (typeof RATES)[number];

export const rateWords: Record<Rate, { label: string; explanation: string }> = {
  refusal_f_measure: {
    label: "F1",
    explanation: "The harmonic mean of precision and recall of refusing.",
  },
  refusal_precision: {
    label: "Precision",
    explanation: "Of the questions refused, the share that nothing answers.",
  },
  refusal_recall: {
    label: "Recall",
    explanation: "Of the questions that nothing answers, the share refused.",
  },
};

/** Each line has a dash of its own, so that colour only repeats it. */
const dashes: Record<Rate, "solid" | "dashed" | "dotted"> = {
  refusal_f_measure: "solid",
  refusal_precision: "dashed",
  refusal_recall: "dotted",
};

const colors: Record<Scheme, Record<Rate, string> & { text: string }> = {
  light: {
    refusal_f_measure: "#2450bf",
    refusal_precision: "#8a5300",
    refusal_recall: "#1a6b3c",
    text: "#1b1f24",
  },
  dark: {
    refusal_f_measure: "#8fadf5",
    refusal_precision: "#e5b567",
    refusal_recall: "#6fcf97",
    text: "#dde2e8",
  },
};

interface Marks {
  recommended: number;
  /** The threshold searches go by; null where there is none. */
  inForce: number | null;
  tried: number;
}

/** Precision, recall and F1 of refusing over the threshold; one of them with its interval. */
export function curveOption(
  curve: readonly CurvePoint[],
  banded: Rate,
  marks: Marks,
  scheme: Scheme,
): ChartOption {
  const tones = colors[scheme];
  const place = (point: CurvePoint) => spread(point.threshold ?? 0);
  const interval = (point: CurvePoint) => point[`${banded}_interval`];
  const bounded = curve.filter((point) => interval(point) !== null);
  const band = {
    type: "line",
    stack: "band",
    symbol: "none",
    silent: true,
    lineStyle: { opacity: 0 },
  } as const;
  return {
    grid: { left: 44, right: 18, top: 58, bottom: 44 },
    legend: { top: 0, left: 0, data: RATES.map((rate) => rateWords[rate].label) },
    tooltip: {
      trigger: "axis",
      formatter: (items: unknown) => describeItems(items as Item[]),
    },
    xAxis: {
      type: "value",
      min: -10,
      max: 10,
      name: "Threshold, spaced by logit",
      nameLocation: "middle",
      nameGap: 28,
      interval: 2,
      axisLabel: { formatter: nameThreshold, hideOverlap: true },
      splitLine: { show: false },
    },
    yAxis: { type: "value", min: 0, max: 1 },
    series: [
      { ...band, data: bounded.map((point) => [place(point), interval(point)?.[0] ?? 0]) },
      {
        ...band,
        areaStyle: { color: tones[banded], opacity: 0.16 },
        data: bounded.map((point) => {
          const [low = 0, high = 0] = interval(point) ?? [];
          return [place(point), high - low];
        }),
      },
      ...RATES.map((rate) => ({
        type: "line" as const,
        name: rateWords[rate].label,
        symbol: "circle",
        symbolSize: 4,
        color: tones[rate],
        lineStyle: { type: dashes[rate], width: rate === banded ? 2.5 : 1.5 },
        data: curve.map((point) => [place(point), point[rate]]),
        ...(rate === "refusal_f_measure" && {
          markLine: {
            symbol: "none",
            silent: true,
            lineStyle: { color: tones.text },
            label: { color: tones.text, fontSize: 11 },
            data: listMarks(marks),
          },
        }),
      })),
    ],
  };
}

function listMarks({ recommended, inForce, tried }: Marks) {
  const line = (value: number, name: string, type: "solid" | "dashed" | "dotted") => ({
    xAxis: spread(value),
    lineStyle: { type },
    label: { formatter: name, position: "end" as const },
  });
  const isApart = (one: number, other: number) => Math.abs(spread(one) - spread(other)) > 0.05;
  const marks = [line(recommended, "recommended", "solid")];
  if (inForce !== null && isApart(inForce, recommended)) {
    // Two names at one height would cover each other where the lines are close.
    marks.push(line(inForce, "in force\n", "dashed"));
  }
  if (isApart(tried, recommended) && (inForce === null || isApart(tried, inForce))) {
    marks.push(line(tried, "tried\n\n", "dotted"));
  }
  return marks;
}

interface Item {
  seriesName: string;
  value: [number, number];
}

function describeItems(items: Item[]): string {
  const named = items.filter(({ seriesName }) => !seriesName.startsWith("series"));
  const at = named[0]?.value[0];
  if (at === undefined) return "";
  return [
    `Threshold ${nameThreshold(at)}`,
    ...named.map(({ seriesName, value }) => `${seriesName} ${value[1].toFixed(3)}`),
  ].join("\n");
}
