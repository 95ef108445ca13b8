import pytest

from ragstudio.evaluation.metrics import (
    compute_hit_rate,
    compute_mean_reciprocal_rank,
    compute_recall,
    summarise,
)
from ragstudio.evaluation.results import CaseResult
from ragstudio.evaluation.suites import Behaviour
from ragstudio.evaluation.verdicts import Verdict, VerdictCode
from ragstudio.retrieval.request import SearchMode
from ragstudio.retrieval.response import Decision


def build_result(
    suite: str, mode: str, category: str, source_ranks: tuple[int | None, ...], passed: bool
) -> CaseResult:
    code = VerdictCode.PASSED if passed else VerdictCode.FACT_MISSING
    behaviour = Behaviour.RETRIEVE_ANSWER if source_ranks else Behaviour.ABSTAIN
    return CaseResult(
        suite=suite,
        case_id="c",
        question="q",
        category=category,
        expected_behaviour=behaviour,
        mode=SearchMode(mode),
        verdict=Verdict(passed=passed, code=code, reason="", source_ranks=source_ranks),
        decision=Decision.ANSWER,
        top_score=None,
        minimum_score=None,
        milliseconds=1.0,
        results=(),
    )


def test_hit_rate() -> None:
    assert compute_hit_rate([1, 3, None, 6], k=3) == 0.5
    assert compute_hit_rate([1, 3, None, 6]) == 0.75
    assert compute_hit_rate([]) is None


def test_mean_reciprocal_rank() -> None:
    assert compute_mean_reciprocal_rank([1, 2, None, 4]) == pytest.approx(0.4375)
    assert compute_mean_reciprocal_rank([]) is None


def test_recall_is_the_mean_share_of_expected_sources() -> None:
    assert compute_recall([[1, None, 5], [2]], k=5) == pytest.approx((2 / 3 + 1) / 2)
    assert compute_recall([[1, None, 5], [2]], k=1) == pytest.approx((1 / 3 + 0) / 2)
    assert compute_recall([[], [1]]) == 1.0
    assert compute_recall([[]]) is None


def test_summaries_of_each_suite_and_of_each_mode() -> None:
    results = [
        build_result("one", "vector", "fact", (1,), True),
        build_result("one", "vector", "unanswerable", (), False),
        build_result("two", "vector", "fact", (None, 2), False),
        build_result("one", "hybrid", "fact", (1,), True),
    ]
    summaries = summarise(results)
    assert [(summary.mode.value, summary.suite) for summary in summaries] == [
        ("vector", "one"), ("vector", "two"), ("vector", None), ("hybrid", "one"), ("hybrid", None),
    ]  # fmt: skip
    overall = summaries[2]
    assert (overall.cases.passed, overall.cases.total) == (1, 3)
    assert {name: (t.passed, t.total) for name, t in overall.by_category.items()} == {
        "fact": (1, 2), "unanswerable": (0, 1),
    }  # fmt: skip
    # The unanswerable case takes no part: ranks 1 and 2, sources 1 of 1 and 1 of 2.
    assert overall.hit_rate == 1.0
    assert overall.mean_reciprocal_rank == pytest.approx(0.75)
    assert overall.recall == pytest.approx(0.75)
