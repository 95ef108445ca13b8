"""Rank metrics of the information retrieval field, computed by trec_eval through ir-measures."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from ragstudio.evaluation.results import CaseResult
from ragstudio.evaluation.suites import Behaviour

_WITHOUT_RANKING = (Behaviour.ABSTAIN, Behaviour.REQUEST_CLARIFICATION)


class MetricName(StrEnum):
    """The metrics, each taken over the first k results and between 0 and 1.

    `precision` divides by k, however few were returned; `recall` by the number of expected
    sources; `hit_rate` is 1 where at least one is found; `mrr` is 1 / rank of the first, `map`
    the average precision and `ndcg` the normalised discounted cumulative gain.
    """

    PRECISION = "precision"
    RECALL = "recall"
    HIT_RATE = "hit_rate"
    MRR = "mrr"
    MAP = "map"
    NDCG = "ndcg"


_LIBRARY_NAMES = {
    MetricName.PRECISION: "P@{k}",
    MetricName.RECALL: "R@{k}",
    MetricName.HIT_RATE: "Success@{k}",
    MetricName.MRR: "RR@{k}",
    MetricName.MAP: "AP@{k}",
    MetricName.NDCG: "nDCG@{k}",
}
METRIC_NAMES = tuple(_LIBRARY_NAMES)


@dataclass(frozen=True, slots=True)
class JudgedRanking:
    """One query's results as the metrics see them.

    `returned` passages stand at ranks 1 to `returned`. `source_ranks` has the rank of the first
    evidence of each expected source, None where it was not found, and `relevances` its grade, 1
    or more. A source counts once, at its first evidence; every other passage is not relevant.
    """

    returned: int
    source_ranks: tuple[int | None, ...]
    relevances: tuple[int, ...] = ()

    @classmethod
    def from_result(cls, result: CaseResult) -> "JudgedRanking":
        """The ranking of one case that expects a source."""
        ranks = result.verdict.source_ranks
        deepest = max((rank for rank in ranks if rank is not None), default=0)
        return cls(max(len(result.results), deepest), ranks, result.relevances)


def expects_ranking(result: CaseResult) -> bool:
    """Whether the case expects a source to be retrieved, so that rank metrics apply."""
    return result.expected_behaviour not in _WITHOUT_RANKING


def measure_rankings(
    rankings: Sequence[JudgedRanking], cutoffs: Sequence[int]
) -> dict[tuple[MetricName, int], NDArray[np.float64]]:
    """Each metric at each cutoff k, one value a ranking in their order, 0 to 1.

    Source: trec_eval (NIST), by way of ir-measures; the gain of nDCG is the grade itself.
    """
    # Imported late: it brings scipy, which nothing else at start-up needs.
    import ir_measures

    measures = {
        ir_measures.parse_measure(pattern.format(k=k)): (name, k)
        for name, pattern in _LIBRARY_NAMES.items()
        for k in cutoffs
    }
    values = {key: np.zeros(len(rankings)) for key in measures.values()}
    qrels = {str(place): _judge(ranking) for place, ranking in enumerate(rankings)}
    run = {str(place): _order(ranking) for place, ranking in enumerate(rankings)}
    if rankings:
        for measured in ir_measures.iter_calc(list(measures), qrels, run):
            values[measures[measured.measure]][int(measured.query_id)] = measured.value
    return values


def _judge(ranking: JudgedRanking) -> dict[str, int]:
    grades = ranking.relevances or (1,) * len(ranking.source_ranks)
    return {f"source {place}": grade for place, grade in enumerate(grades)}


def _order(ranking: JudgedRanking) -> dict[str, float]:
    """Every returned item with a score that falls with its rank."""
    items: dict[str, float] = {}
    for rank in range(1, ranking.returned + 1):
        found = [place for place, at in enumerate(ranking.source_ranks) if at == rank]
        for name in [f"source {place}" for place in found] or [f"passage {rank}"]:
            items[name] = -float(len(items) + 1)
    return items
