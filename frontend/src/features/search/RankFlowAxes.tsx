import type { FlowCut, FlowGeometry, RankFlowData } from "./flowData";
import classes from "./RankFlow.module.css";
import { stageWords } from "./words";

interface Props {
  flow: RankFlowData;
  geometry: FlowGeometry;
}

const cutWords: Record<FlowCut["kinds"][number], string> = {
  limit: "limit",
  threshold: "threshold",
  pool: "reranked",
};

/** Column names and counts, rank numbers, and the cuts. Said again by each passage's own label. */
export function RankFlowAxes({ flow, geometry }: Props) {
  const { rows, columns, cuts } = flow;
  const ticks = [1, 5, 10, 15, 20, 25, 30].filter((rank) => rank <= rows);
  return (
    <g aria-hidden pointerEvents="none">
      {ticks.map((rank) => (
        <text
          key={rank}
          className={`${classes.tick} tabular`}
          x={0}
          y={geometry.yOf(rank - 1) + 3.5}
        >
          {rank}
        </text>
      ))}
      {columns.map(({ stage, count, filtered }, at) => {
        const x = geometry.xOf(stage) ?? 0;
        const anchor = at === 0 ? "start" : "middle";
        const beyond = count - rows;
        return (
          <g key={stage}>
            <text className={classes.title} x={at === 0 ? x - 6 : x} y={11} textAnchor={anchor}>
              {stageWords[stage]}
              <tspan className={`${classes.tick} tabular`} dx={5} fontWeight={400}>
                {count}
              </tspan>
            </text>
            <line
              x1={x}
              x2={x}
              y1={geometry.yOf(-0.5)}
              y2={geometry.yOf(Math.min(count, rows) - 0.5)}
              stroke="var(--studio-line)"
            />
            {(beyond > 0 || filtered > 0) && (
              <text
                className={`${classes.tick} tabular`}
                x={x}
                y={geometry.yOf(rows + 0.4) + 16}
                textAnchor={anchor}
              >
                {[
                  beyond > 0 && `${beyond} further`,
                  filtered > 0 && `${filtered} ${geometry.labels ? "filtered out" : "filtered"}`,
                ]
                  .filter(Boolean)
                  .join(", ")}
              </text>
            )}
          </g>
        );
      })}
      {cuts
        .filter(({ afterRank }) => afterRank <= rows)
        .map(({ stage, afterRank, kinds }) => {
          const x = geometry.xOf(stage) ?? 0;
          const y = geometry.yOf(afterRank - 0.5);
          return (
            <g key={`${stage}-${afterRank}`}>
              <line className={classes.cutline} x1={x - 22} x2={x + 22} y1={y} y2={y} />
              <text className={classes.cut} x={x + (stage === geometry.last ? 14 : 25)} y={y + 11}>
                {kinds.map((kind) => cutWords[kind]).join(", ")}
              </text>
            </g>
          );
        })}
    </g>
  );
}
