"""Ordering passages by a cross-encoder's logits."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ragstudio.inference.base import Judgement


@dataclass(frozen=True, slots=True)
class RerankedCandidate:
    """A chunk with the cross-encoder's raw logit and its sigmoid, the score (0 to 1).

    `evidence`, a logit too, says whether the passage holds the answer.
    """

    chunk_id: str
    logit: float
    score: float
    evidence: float


def sigmoid(logit: float) -> float:
    """The logistic function 1 / (1 + e^-x), 0 to 1, without overflow for any finite logit."""
    if logit >= 0:
        return 1.0 / (1.0 + math.exp(-logit))
    growth = math.exp(logit)
    return growth / (1.0 + growth)


def order_by_logit(
    fused_ids: Sequence[str], judgements: Sequence[Judgement]
) -> list[RerankedCandidate]:
    """Best first by logit; ties keep the fused order, which is total.

    `fused_ids` stand in fused order; `judgements` has one for each. The order is that of the
    logits, not of their sigmoids, because distinct large logits share one sigmoid.

    Raises `ValueError` if the lengths differ or a logit is not a finite number.
    """
    if len(fused_ids) != len(judgements):
        raise ValueError(f"{len(fused_ids)} passages but {len(judgements)} logits")
    if not all(math.isfinite(j.order) and math.isfinite(j.evidence) for j in judgements):
        raise ValueError("a reranker gave a logit that is not a finite number")
    candidates = [
        RerankedCandidate(chunk_id, judged.order, sigmoid(judged.order), judged.evidence)
        for chunk_id, judged in zip(fused_ids, judgements, strict=True)
    ]
    # The sort is stable.
    return sorted(candidates, key=lambda candidate: -candidate.logit)
