import type { ReactNode } from "react";

import type { Hit } from "@/api/types";
import { formatScore } from "@/lib/numbers";
import { Score } from "@/components/Score";
import type { ScoreName } from "@/lib/scores";

import { compareWithThreshold, cosineOf, describeFusion, describeSigmoid } from "./arithmetic";
import classes from "./HitArithmetic.module.css";

interface Props {
  hit: Pick<Hit, "scores" | "ranks">;
  mode: "vector" | "hybrid";
  threshold: number | null;
  rrfK: number;
  /** Two columns, where two results stand side by side. */
  narrow?: boolean;
}

/** How a passage came by its place: every score with the sum it comes from and the rank it gave. */
export function HitArithmetic({ hit, mode, threshold, rrfK, narrow = false }: Props) {
  const { scores, ranks } = hit;
  const relation = compareWithThreshold(scores.reranker, threshold);
  return (
    <div className={classes.grid} data-narrow={narrow || undefined}>
      <Cell
        name="cosine"
        value={scores.vector === null ? null : cosineOf(scores.vector)}
        rank={ranks.vector}
        working={
          scores.vector === null ? (
            "not among the nearest"
          ) : (
            <>
              (1 + cos)/2 = <span className="tabular">{formatScore(scores.vector)}</span>
            </>
          )
        }
      />
      {mode === "hybrid" && (
        <>
          <Cell
            name="text"
            value={scores.text}
            rank={ranks.text}
            working={scores.text === null ? "not among the matches" : "Σ idf × tf saturation"}
          />
          <Cell
            name="fused"
            value={scores.fused}
            rank={ranks.fused}
            working={scores.fused === null ? "not fused" : describeFusion(ranks, rrfK)}
          />
          <Cell
            name="reranker"
            value={scores.reranker}
            rank={ranks.reranker}
            beside={
              threshold !== null &&
              relation !== "none" && (
                <span
                  style={{
                    color: relation === "reaches" ? "var(--studio-good)" : "var(--studio-bad)",
                  }}
                >
                  {relation === "reaches" ? "≥" : "<"} <Score name="threshold" value={threshold} />
                </span>
              )
            }
            working={
              scores.reranker_logit === null ? (
                "not reranked"
              ) : (
                <>
                  logit <Score name="reranker_logit" value={scores.reranker_logit} /> →{" "}
                  {describeSigmoid(scores.reranker_logit)}
                </>
              )
            }
          />
        </>
      )}
    </div>
  );
}

interface CellProps {
  name: ScoreName;
  value: number | null;
  rank: number | null;
  working: ReactNode;
  beside?: ReactNode;
}

const heads: Partial<Record<ScoreName, string>> = {
  cosine: "Cosine",
  text: "BM25",
  fused: "RRF",
  reranker: "Reranker",
};

function Cell({ name, value, rank, working, beside }: CellProps) {
  return (
    <div className={classes.cell}>
      <span className={classes.head}>
        <span>{heads[name]}</span>
        {rank !== null && <span className="tabular">rank {rank}</span>}
      </span>
      <p className={classes.value}>
        <Score name={name} value={value} /> {beside}
      </p>
      <span className={`${classes.working} tabular`}>{working}</span>
    </div>
  );
}
