"""The learned judgement of a pair of readings."""

import math

import pytest

from ragstudio.retrieval.clarify.model import PairModel, load_model
from ragstudio.retrieval.clarify.pairs import FEATURES


def test_the_probability_is_the_sigmoid_of_the_weighted_standard_features() -> None:
    model = PairModel(
        means=[1.0, 2.0], scales=[2.0, 0.5], weights=[0.5, -1.0], bias=0.25, threshold=0.5
    )
    # (5 - 1) / 2 * 0.5 + (2.5 - 2) / 0.5 * -1 + 0.25 = 0.25
    assert model.judge([5.0, 2.5]) == pytest.approx(1 / (1 + math.exp(-0.25)))


def test_the_shipped_model_has_one_positive_scale_a_feature_and_a_threshold_in_range() -> None:
    model = load_model()
    assert len(model.means) == len(model.scales) == len(model.weights) == len(FEATURES)
    assert min(model.scales) > 0
    assert 0.5 < model.threshold < 1
