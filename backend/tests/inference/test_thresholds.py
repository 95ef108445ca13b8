"""Each reranker's own threshold."""

from ragstudio.inference.factory import PUBLISHED_RERANKER
from ragstudio.inference.thresholds import threshold_for


def test_ms_marco_has_its_own() -> None:
    calibrated = threshold_for(PUBLISHED_RERANKER)
    assert calibrated is not None
    assert (calibrated.reranker, calibrated.threshold) == (PUBLISHED_RERANKER, 0.15)
    assert calibrated.calibrated_on and calibrated.method


def test_a_reranker_nobody_calibrated_has_none() -> None:
    assert threshold_for("someone/else") is None
