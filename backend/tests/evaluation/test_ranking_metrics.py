"""The metrics against values worked out by hand, and against the library asked directly."""

import math

import ir_measures
import numpy as np
import pytest
from ir_measures import AP, RR, P, R, Success, nDCG

from ragstudio.evaluation.ranking_metrics import JudgedRanking, MetricName, measure_rankings

_TWO_OF_THREE = JudgedRanking(returned=6, source_ranks=(1, None, 4))
_SECOND = JudgedRanking(returned=3, source_ranks=(2,))
_NOTHING = JudgedRanking(returned=0, source_ranks=(None,))


def measure(ranking: JudgedRanking, name: MetricName, k: int) -> float:
    return float(measure_rankings([ranking], [k])[name, k][0])


@pytest.mark.parametrize(
    ("ranking", "name", "k", "value"),
    [
        (_TWO_OF_THREE, MetricName.PRECISION, 6, 2 / 6),
        (_TWO_OF_THREE, MetricName.PRECISION, 1, 1.0),
        (_TWO_OF_THREE, MetricName.RECALL, 3, 1 / 3),
        (_TWO_OF_THREE, MetricName.RECALL, 6, 2 / 3),
        (_TWO_OF_THREE, MetricName.HIT_RATE, 1, 1.0),
        (_TWO_OF_THREE, MetricName.MRR, 6, 1.0),
        (_TWO_OF_THREE, MetricName.MAP, 6, (1 + 2 / 4) / 3),
        (
            _TWO_OF_THREE,
            MetricName.NDCG,
            6,
            (1 + 1 / math.log2(5)) / (1 + 1 / math.log2(3) + 1 / math.log2(4)),
        ),
        # k divides, not the number returned: what was refused cannot raise precision.
        (_SECOND, MetricName.PRECISION, 6, 1 / 6),
        (_SECOND, MetricName.HIT_RATE, 1, 0.0),
        (_SECOND, MetricName.MRR, 1, 0.0),
        (_SECOND, MetricName.MRR, 6, 0.5),
        (_SECOND, MetricName.MAP, 6, 0.5),
        (_SECOND, MetricName.NDCG, 6, 1 / math.log2(3)),
        *((_NOTHING, name, 6, 0.0) for name in MetricName),
    ],
)
def test_values_worked_out_by_hand(
    ranking: JudgedRanking, name: MetricName, k: int, value: float
) -> None:
    assert measure(ranking, name, k) == pytest.approx(value)


def test_grades_weigh_in_the_gain() -> None:
    graded = JudgedRanking(returned=2, source_ranks=(2, 1), relevances=(2, 1))
    ideal = 2 + 1 / math.log2(3)
    assert measure(graded, MetricName.NDCG, 2) == pytest.approx((1 + 2 / math.log2(3)) / ideal)


def test_the_library_asked_directly_says_the_same() -> None:
    rankings = [_TWO_OF_THREE, _SECOND, _NOTHING]
    qrels = {"0": {"a": 1, "b": 1, "c": 1}, "1": {"a": 1}, "2": {"a": 1}}
    run = {
        "0": {"a": 6.0, "x": 5.0, "y": 4.0, "c": 3.0, "z": 2.0, "w": 1.0},
        "1": {"x": 3.0, "a": 2.0, "y": 1.0},
    }
    theirs = ir_measures.calc_aggregate(
        [P @ 6, R @ 6, Success @ 6, RR @ 6, AP @ 6, nDCG @ 6], qrels, run
    )
    ours = measure_rankings(rankings, [6])
    for measured, name in zip(
        [P @ 6, R @ 6, Success @ 6, RR @ 6, AP @ 6, nDCG @ 6], MetricName, strict=True
    ):
        assert float(np.mean(ours[name, 6])) == pytest.approx(theirs[measured]), name


def test_two_sources_with_evidence_in_one_passage_both_count() -> None:
    both = JudgedRanking(returned=2, source_ranks=(1, 1))
    assert measure(both, MetricName.RECALL, 2) == 1.0


def test_no_rankings_have_no_values() -> None:
    assert all(len(values) == 0 for values in measure_rankings([], [3]).values())
