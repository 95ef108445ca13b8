import type { RankFlowData, StageName } from "./rankFlow";

export interface FlowGeometry {
  width: number;
  height: number;
  xOf: (stage: StageName) => number | null;
  yOf: (row: number) => number;
  /** The column the labels stand beside. */
  last: StageName;
  labels: boolean;
  labelX: number;
  labelChars: number;
}

const PITCH = 14;
const TOP = 30;
const LEFT = 26;

/** Where columns and rows lie in a chart of this width, in pixels. Labels need room; narrow has none. */
export function flowGeometry(flow: RankFlowData, width: number): FlowGeometry {
  const labels = width >= 560;
  const labelWidth = labels ? Math.min(300, width * 0.3) : 0;
  const right = labels ? labelWidth + 14 : 62;
  const columns = flow.columns.map(({ stage }) => stage);
  const span = width - LEFT - right;
  const gap = columns.length > 1 ? span / (columns.length - 1) : 0;
  return {
    width,
    height: TOP + (flow.rows + 1.4) * PITCH + 16,
    xOf: (stage) => {
      const at = columns.indexOf(stage);
      return at < 0 ? null : LEFT + at * gap;
    },
    yOf: (row) => TOP + (row + 0.5) * PITCH,
    last: columns.at(-1) ?? "fused",
    labels,
    labelX: LEFT + span + 14,
    labelChars: Math.max(8, Math.floor(labelWidth / 6.6) - 4),
  };
}
