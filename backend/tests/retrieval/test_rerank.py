import math

import pytest

from ragstudio.inference.base import Judgement
from ragstudio.retrieval.rerank import order_by_logit, sigmoid


def judge(*orders: float) -> list[Judgement]:
    return [Judgement(order, evidence=-order) for order in orders]


@pytest.mark.parametrize(
    ("logit", "score"),
    [
        (0.0, 0.5),
        (1.0, 0.7310585786300049),
        (-1.0, 0.2689414213699951),
        (-11.0, 1.670142184809518e-05),
        (math.log(3), 0.75),
        (1000.0, 1.0),
        (-1000.0, 0.0),
    ],
)
def test_sigmoid(logit: float, score: float) -> None:
    assert sigmoid(logit) == pytest.approx(score, abs=1e-12)


def test_sigmoid_of_very_negative_logits_keeps_its_size() -> None:
    assert sigmoid(-700.0) == pytest.approx(math.exp(-700.0), rel=1e-12)


def test_orders_by_logit_and_applies_the_sigmoid_once() -> None:
    ranked = order_by_logit(["a", "b", "c"], judge(-2.0, 3.0, 0.0))
    assert [candidate.chunk_id for candidate in ranked] == ["b", "c", "a"]
    assert [candidate.logit for candidate in ranked] == [3.0, 0.0, -2.0]
    assert [candidate.evidence for candidate in ranked] == [-3.0, 0.0, 2.0]
    assert [candidate.score for candidate in ranked] == pytest.approx(
        [0.9525741268224334, 0.5, 0.11920292202211755]
    )


def test_saturated_scores_do_not_tie() -> None:
    ranked = order_by_logit(["low", "high"], judge(40.0, 50.0))
    assert ranked[0].score == ranked[1].score == 1.0
    assert [candidate.chunk_id for candidate in ranked] == ["high", "low"]


def test_equal_logits_keep_the_fused_order() -> None:
    ranked = order_by_logit(["z", "m", "a"], judge(1.0, 2.0, 1.0))
    assert [candidate.chunk_id for candidate in ranked] == ["m", "z", "a"]


@pytest.mark.parametrize("logits", [[1.0], [1.0, math.nan], [1.0, math.inf]])
def test_unusable_logits_are_refused(logits: list[float]) -> None:
    with pytest.raises(ValueError, match="logit"):
        order_by_logit(["a", "b"], judge(*logits))
