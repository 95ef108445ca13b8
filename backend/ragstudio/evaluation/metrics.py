"""Figures over many cases: totals, hit rate, reciprocal rank, recall."""

from collections.abc import Iterable, Sequence

from pydantic import BaseModel, ConfigDict

from ragstudio.evaluation.results import CaseResult
from ragstudio.evaluation.suites import Behaviour
from ragstudio.retrieval.request import SearchMode

_WITHOUT_RANKING = (Behaviour.ABSTAIN, Behaviour.REQUEST_CLARIFICATION)


class Total(BaseModel):
    """How many of the cases passed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    passed: int
    total: int


class Summary(BaseModel):
    """The figures of one suite in one mode; `suite` is None for all suites together.

    `hit_rate`, `mean_reciprocal_rank` and `recall` lie between 0 and 1 and count the cases that
    expect a source to be retrieved, at the run's limit; None if there are none.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    suite: str | None
    mode: SearchMode
    cases: Total
    by_category: dict[str, Total]
    hit_rate: float | None
    mean_reciprocal_rank: float | None
    recall: float | None


def compute_hit_rate(first_ranks: Sequence[int | None], k: int | None = None) -> float | None:
    """Share of cases whose first relevant result stands at rank `k` or better, 0 to 1.

    `first_ranks` has one rank a case, from 1, None where nothing relevant was found; `k` None
    counts any rank. None if there are no cases.
    """
    hits = [rank is not None and (k is None or rank <= k) for rank in first_ranks]
    return _mean(hits)


def compute_mean_reciprocal_rank(first_ranks: Sequence[int | None]) -> float | None:
    """Mean over cases of 1 / rank of the first relevant result, 0 where there is none.

    Source: Voorhees, "The TREC-8 Question Answering Track Report", 1999. None if there are no
    cases.
    """
    return _mean([0.0 if rank is None else 1.0 / rank for rank in first_ranks])


def compute_recall(
    source_ranks: Sequence[Sequence[int | None]], k: int | None = None
) -> float | None:
    """Mean over cases of the share of expected sources found at rank `k` or better, 0 to 1.

    `source_ranks` has one list a case with one rank for each expected source. Cases without
    expected sources are left out; None if none is left.
    """
    shares = [compute_hit_rate(ranks, k) for ranks in source_ranks]
    return _mean([share for share in shares if share is not None])


def summarise(results: Sequence[CaseResult]) -> list[Summary]:
    """For each mode a summary of each suite, in the order they ran, and one of all together."""
    summaries = []
    for mode in dict.fromkeys(result.mode for result in results):
        in_mode = [result for result in results if result.mode is mode]
        suites = list(dict.fromkeys(result.suite for result in in_mode))
        for suite in suites:
            of_suite = [result for result in in_mode if result.suite == suite]
            summaries.append(_summarise(suite, mode, of_suite))
        summaries.append(_summarise(None, mode, in_mode))
    return summaries


def _summarise(suite: str | None, mode: SearchMode, results: Sequence[CaseResult]) -> Summary:
    ranked = [
        result.verdict for result in results if result.expected_behaviour not in _WITHOUT_RANKING
    ]
    first_ranks = [verdict.first_relevant_rank for verdict in ranked]
    categories = dict.fromkeys(result.category for result in results)
    return Summary(
        suite=suite,
        mode=mode,
        cases=_count(results),
        by_category={
            category: _count(result for result in results if result.category == category)
            for category in categories
        },
        hit_rate=compute_hit_rate(first_ranks),
        mean_reciprocal_rank=compute_mean_reciprocal_rank(first_ranks),
        recall=compute_recall([verdict.source_ranks for verdict in ranked]),
    )


def _count(results: Iterable[CaseResult]) -> Total:
    passed = [result.verdict.passed for result in results]
    return Total(passed=sum(passed), total=len(passed))


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
