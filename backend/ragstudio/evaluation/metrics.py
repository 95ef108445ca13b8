"""Figures over many cases: totals, rank metrics and abstention, with intervals."""

from collections.abc import Iterable, Sequence

import numpy as np
from pydantic import BaseModel, ConfigDict

from ragstudio.evaluation.abstention import Abstention, measure_abstention
from ragstudio.evaluation.estimates import Estimate, estimate_means
from ragstudio.evaluation.ranking_metrics import (
    METRIC_NAMES,
    JudgedRanking,
    MetricName,
    expects_ranking,
    measure_rankings,
)
from ragstudio.evaluation.results import CaseResult
from ragstudio.retrieval.request import SearchMode

_FIRST_CUTOFFS = (1, 3, 5, 10)


class Total(BaseModel):
    """How many of the cases passed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    passed: int
    total: int


class Metric(Estimate):
    """The mean of one metric at k over the cases that expect a source, with its interval."""

    name: MetricName
    k: int


class CategoryFigures(BaseModel):
    """The figures of one category, the metrics at the run's limit."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    category: str
    cases: Total
    pass_rate: Estimate
    metrics: tuple[Metric, ...]
    abstention: Abstention


class Summary(BaseModel):
    """The figures of one suite in one mode; `suite` is None for all suites together.

    `hit_rate`, `mean_reciprocal_rank` and `recall` lie between 0 and 1 and count the cases that
    expect a source to be retrieved, at the run's limit; None if there are none. `metrics` has all
    six at several cutoffs; `pass_rate` is the share of cases that passed.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    suite: str | None
    mode: SearchMode
    cases: Total
    by_category: dict[str, Total]
    hit_rate: float | None
    mean_reciprocal_rank: float | None
    recall: float | None
    pass_rate: Estimate | None = None
    metrics: tuple[Metric, ...] = ()
    abstention: Abstention | None = None
    categories: tuple[CategoryFigures, ...] = ()


def list_cutoffs(limit: int) -> tuple[int, ...]:
    """The k of the metrics: 1, 3, 5 and 10 as far as they lie below the limit, and the limit."""
    return (*(k for k in _FIRST_CUTOFFS if k < limit), limit)


def summarise(results: Sequence[CaseResult], limit: int) -> list[Summary]:
    """For each mode a summary of each suite, in the order they ran, and one of all together.

    `limit` is how many results a case could look at: the largest k.
    """
    summaries = []
    for mode in dict.fromkeys(result.mode for result in results):
        in_mode = [result for result in results if result.mode is mode]
        suites = list(dict.fromkeys(result.suite for result in in_mode))
        for suite in suites:
            of_suite = [result for result in in_mode if result.suite == suite]
            summaries.append(_summarise(suite, mode, of_suite, limit))
        summaries.append(_summarise(None, mode, in_mode, limit))
    return summaries


def compute_metrics(results: Sequence[CaseResult], cutoffs: Sequence[int]) -> tuple[Metric, ...]:
    """Each metric at each k with its interval; empty where no case expects a source."""
    ranked = [result for result in results if expects_ranking(result)]
    if not ranked:
        return ()
    values = measure_rankings([JudgedRanking.from_result(result) for result in ranked], cutoffs)
    keys = [(name, k) for name in METRIC_NAMES for k in cutoffs]
    estimates = estimate_means(np.column_stack([values[key] for key in keys]))
    return tuple(
        Metric(name=name, k=k, **estimate.model_dump())
        for (name, k), estimate in zip(keys, estimates, strict=True)
    )


def _summarise(
    suite: str | None, mode: SearchMode, results: Sequence[CaseResult], limit: int
) -> Summary:
    metrics = compute_metrics(results, list_cutoffs(limit))
    at_limit = {metric.name: metric.value for metric in metrics if metric.k == limit}
    grouped = {
        category: [result for result in results if result.category == category]
        for category in dict.fromkeys(result.category for result in results)
    }
    return Summary(
        suite=suite,
        mode=mode,
        cases=_count(results),
        by_category={category: _count(members) for category, members in grouped.items()},
        hit_rate=at_limit.get(MetricName.HIT_RATE),
        mean_reciprocal_rank=at_limit.get(MetricName.MRR),
        recall=at_limit.get(MetricName.RECALL),
        pass_rate=_estimate_pass_rate(results),
        metrics=metrics,
        abstention=measure_abstention(results),
        categories=tuple(
            CategoryFigures(
                category=category,
                cases=_count(members),
                pass_rate=_estimate_pass_rate(members),
                metrics=compute_metrics(members, (limit,)),
                abstention=measure_abstention(members),
            )
            for category, members in grouped.items()
        ),
    )


def _estimate_pass_rate(results: Sequence[CaseResult]) -> Estimate:
    passed = np.array([[float(result.verdict.passed)] for result in results])
    return estimate_means(passed)[0]


def _count(results: Iterable[CaseResult]) -> Total:
    passed = [result.verdict.passed for result in results]
    return Total(passed=sum(passed), total=len(passed))
