"""Ordering passages by a cross-encoder's logits."""

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RerankedCandidate:
    """A chunk with the cross-encoder's raw logit and its sigmoid, the score (0 to 1)."""

    chunk_id: str
    logit: float
    score: float


def sigmoid(logit: float) -> float:
    """The logistic function 1 / (1 + e^-x), 0 to 1, without overflow for any finite logit."""
    if logit >= 0:
        return 1.0 / (1.0 + math.exp(-logit))
    growth = math.exp(logit)
    return growth / (1.0 + growth)


def order_by_logit(fused_ids: Sequence[str], logits: Sequence[float]) -> list[RerankedCandidate]:
    """Best first by logit; ties keep the fused order, which is total.

    `fused_ids` stand in fused order; `logits` has one value for each. The order is that of the
    logits, not of their sigmoids, because distinct large logits share one sigmoid.

    Raises `ValueError` if the lengths differ or a logit is not a finite number.
    """
    if len(fused_ids) != len(logits):
        raise ValueError(f"{len(fused_ids)} passages but {len(logits)} logits")
    if not all(math.isfinite(logit) for logit in logits):
        raise ValueError("a reranker gave a logit that is not a finite number")
    places = sorted(range(len(fused_ids)), key=lambda place: (-logits[place], place))
    return [
        RerankedCandidate(fused_ids[place], logits[place], sigmoid(logits[place]))
        for place in places
    ]
