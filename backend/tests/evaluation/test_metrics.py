import pytest

from ragstudio.evaluation.metrics import list_cutoffs, summarise
from ragstudio.evaluation.ranking_metrics import MetricName
from ragstudio.evaluation.results import CaseResult
from ragstudio.evaluation.suites import Behaviour
from ragstudio.evaluation.verdicts import Verdict, VerdictCode
from ragstudio.retrieval.request import SearchMode
from ragstudio.retrieval.response import Decision


def build_result(
    suite: str,
    mode: str,
    category: str,
    source_ranks: tuple[int | None, ...],
    passed: bool,
    decision: Decision = Decision.ANSWER,
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
        decision=decision,
        top_score=None,
        minimum_score=None,
        milliseconds=1.0,
        results=(),
    )


def test_summaries_of_each_suite_and_of_each_mode() -> None:
    results = [
        build_result("one", "vector", "fact", (1,), True),
        build_result("one", "vector", "unanswerable", (), False),
        build_result("two", "vector", "fact", (None, 2), False),
        build_result("one", "hybrid", "fact", (1,), True),
    ]
    summaries = summarise(results, 6)
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
    assert {(metric.name, metric.k) for metric in overall.metrics} == {
        (name, k) for name in MetricName for k in (1, 3, 5, 6)
    }
    found = {(metric.name, metric.k): metric for metric in overall.metrics}
    assert found[MetricName.HIT_RATE, 1].value == 0.5
    assert found[MetricName.HIT_RATE, 1].low == 0.0
    assert found[MetricName.HIT_RATE, 1].high == 1.0
    unanswerable = overall.categories[1]
    assert (unanswerable.category, unanswerable.metrics) == ("unanswerable", ())
    assert unanswerable.pass_rate.value == 0.0


def test_abstention_is_a_confusion_matrix_of_its_own() -> None:
    results = [
        *[build_result("s", "hybrid", "fact", (1,), True)] * 3,
        build_result("s", "hybrid", "fact", (None,), False, Decision.ABSTAIN),
        *[build_result("s", "hybrid", "none", (), True, Decision.ABSTAIN)] * 2,
        build_result("s", "hybrid", "none", (), False),
        # To ask back is right in neither case.
        build_result("s", "hybrid", "fact", (None,), False, Decision.CLARIFY),
        build_result("s", "hybrid", "none", (), False, Decision.CLARIFY),
    ]
    [_, overall] = summarise(results, 6)
    abstention = overall.abstention
    assert abstention is not None
    assert abstention.rightly_answered == 3
    assert abstention.rightly_refused == 2
    assert abstention.wrongly_refused == 2
    assert abstention.wrongly_answered == 2
    assert abstention.precision is not None
    assert abstention.precision.value == pytest.approx(2 / 4)
    assert abstention.precision.low < 0.5 < abstention.precision.high
    assert abstention.recall is not None
    assert abstention.recall.value == pytest.approx(2 / 4)
    assert abstention.f_measure is not None
    assert abstention.f_measure.value == pytest.approx(0.5)
    assert abstention.accuracy is not None
    assert abstention.accuracy.value == pytest.approx(5 / 9)


def test_where_nothing_ought_to_be_refused_refusing_has_no_recall() -> None:
    [_, overall] = summarise([build_result("s", "hybrid", "fact", (1,), True)], 6)
    assert overall.abstention is not None
    assert overall.abstention.recall is None
    assert overall.abstention.accuracy is not None


def test_cutoffs_end_at_the_limit() -> None:
    assert list_cutoffs(6) == (1, 3, 5, 6)
    assert list_cutoffs(1) == (1,)
    assert list_cutoffs(100) == (1, 3, 5, 10, 100)
