import pytest

from ragstudio.retrieval.decision import (
    Threshold,
    ThresholdOrigin,
    choose_threshold,
    count_accepted,
)
from ragstudio.retrieval.rerank import RerankedCandidate


@pytest.mark.parametrize(
    ("requested", "configured", "calibrated", "chosen"),
    [
        (0.4, 0.2, 0.1, Threshold(0.4, ThresholdOrigin.REQUEST)),
        (0.0, 0.2, 0.1, Threshold(0.0, ThresholdOrigin.REQUEST)),
        (None, 0.2, 0.1, Threshold(0.2, ThresholdOrigin.SETTING)),
        (None, 0.0, 0.1, Threshold(0.0, ThresholdOrigin.SETTING)),
        (None, None, 0.1, Threshold(0.1, ThresholdOrigin.RERANKER)),
        (None, None, None, Threshold(None, ThresholdOrigin.NONE)),
    ],
)
def test_the_nearest_setting_wins(
    requested: float | None, configured: float | None, calibrated: float | None, chosen: Threshold
) -> None:
    assert choose_threshold(requested, configured, calibrated) == chosen


def test_a_score_equal_to_the_threshold_is_accepted() -> None:
    reranked = [
        RerankedCandidate(str(score), 0.0, score, 0.0) for score in (0.9, 0.15, 0.1499999, 0.0)
    ]
    assert count_accepted(reranked, Threshold(0.15, ThresholdOrigin.SETTING)) == 2
    assert count_accepted(reranked, Threshold(0.95, ThresholdOrigin.SETTING)) == 0
    assert count_accepted(reranked, Threshold(0.0, ThresholdOrigin.SETTING)) == 4
    assert count_accepted(reranked, Threshold(None, ThresholdOrigin.NONE)) == 4


@pytest.mark.parametrize(
    ("value", "origin"),
    [
        (1.1, ThresholdOrigin.REQUEST),
        (-0.1, ThresholdOrigin.REQUEST),
        (None, ThresholdOrigin.REQUEST),
        (0.1, ThresholdOrigin.NONE),
    ],
)
def test_impossible_thresholds_are_refused(value: float | None, origin: ThresholdOrigin) -> None:
    with pytest.raises(ValueError, match="threshold"):
        Threshold(value, origin)


def test_what_was_applied_here_goes_before_what_is_shipped_and_behind_the_setting() -> None:
    assert choose_threshold(None, None, 0.2, 0.3) == Threshold(0.3, ThresholdOrigin.APPLIED)
    assert choose_threshold(None, 0.4, 0.2, 0.3) == Threshold(0.4, ThresholdOrigin.SETTING)
    assert choose_threshold(0.5, 0.4, 0.2, 0.3) == Threshold(0.5, ThresholdOrigin.REQUEST)
