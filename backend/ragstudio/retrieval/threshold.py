"""The score below which a passage is no evidence."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ragstudio.retrieval.rerank import RerankedCandidate


class ThresholdOrigin(StrEnum):
    """Who set the threshold."""

    REQUEST = "request"
    SETTING = "setting"
    APPLIED = "applied"
    RERANKER = "reranker"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Threshold:
    """A minimum reranker score, 0 to 1; `value` is None only where nobody set one."""

    value: float | None
    origin: ThresholdOrigin

    def __post_init__(self) -> None:
        if (self.value is None) != (self.origin is ThresholdOrigin.NONE):
            raise ValueError("a threshold has an origin exactly if it has a value")
        if self.value is not None and not 0.0 <= self.value <= 1.0:
            raise ValueError(f"a threshold lies between 0 and 1, not at {self.value}")


def choose_threshold(
    requested: float | None,
    configured: float | None,
    calibrated: float | None,
    applied: float | None = None,
) -> Threshold:
    """The request's own, else the setting, else the reranker's, else none.

    Of the reranker's, the one that was calibrated and applied in this studio goes before the one
    it is shipped with.
    """
    for value, origin in (
        (requested, ThresholdOrigin.REQUEST),
        (configured, ThresholdOrigin.SETTING),
        (applied, ThresholdOrigin.APPLIED),
        (calibrated, ThresholdOrigin.RERANKER),
    ):
        if value is not None:
            return Threshold(value, origin)
    return Threshold(None, ThresholdOrigin.NONE)


def count_accepted(reranked: Sequence[RerankedCandidate], threshold: Threshold) -> int:
    """How many of the candidates, best first, score at least the threshold: all without one."""
    if threshold.value is None:
        return len(reranked)
    return sum(candidate.score >= threshold.value for candidate in reranked)
