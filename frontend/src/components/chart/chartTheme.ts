import type { Scheme } from "@/lib/documentColor";

const tones = {
  light: { text: "#1b1f24", dim: "#5a636e", line: "#e1e4e8", surface: "#ffffff" },
  dark: { text: "#dde2e8", dim: "#9aa4b0", line: "#2b3138", surface: "#1a1e23" },
} as const;

/** The studio's tones for ECharts, which draws on a canvas and cannot read CSS variables. */
export function chartTheme(scheme: Scheme) {
  const { text, dim, line, surface } = tones[scheme];
  const axis = {
    axisLine: { lineStyle: { color: line } },
    axisTick: { lineStyle: { color: line } },
    axisLabel: { color: dim, fontSize: 11 },
    nameTextStyle: { color: dim, fontSize: 11 },
    splitLine: { lineStyle: { color: line } },
  };
  return {
    backgroundColor: "transparent",
    textStyle: { fontFamily: '"Inter Variable", system-ui, sans-serif', color: text },
    categoryAxis: axis,
    valueAxis: axis,
    logAxis: axis,
    timeAxis: axis,
    legend: { textStyle: { color: text } },
    visualMap: { textStyle: { color: dim } },
    tooltip: {
      backgroundColor: surface,
      borderColor: line,
      textStyle: { color: text, fontSize: 12 },
      // As text: names and passages are other people's, and ECharts' own tooltips are markup.
      renderMode: "richText",
    },
  };
}
