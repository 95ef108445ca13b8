from datetime import date

import pytest

from ragstudio.evaluation.runner import Plan, build_request, run_plan
from ragstudio.evaluation.suites import Suite
from ragstudio.evaluation.verdicts import VerdictCode
from ragstudio.retrieval.path import Retriever
from ragstudio.retrieval.request import SearchMode
from tests.evaluation.builders import build_case, build_suite


def test_every_case_runs_in_every_mode_and_is_judged(retriever: Retriever, plan: Plan) -> None:
    results = list(run_plan(retriever, plan))
    assert plan.total == len(results) == 6
    assert [(x.mode.value, x.case_id) for x in results] == [
        ("vector", "current"), ("vector", "historical"), ("vector", "nowhere"),
        ("hybrid", "current"), ("hybrid", "historical"), ("hybrid", "nowhere"),
    ]  # fmt: skip
    codes = {(x.mode.value, x.case_id): x.verdict.code for x in results}
    assert codes["vector", "nowhere"] is VerdictCode.WRONGLY_ANSWERED
    assert codes["hybrid", "current"] is VerdictCode.PASSED
    assert codes["hybrid", "historical"] is VerdictCode.PASSED
    assert codes["hybrid", "nowhere"] is VerdictCode.PASSED
    current = results[3]
    assert [passage.filename for passage in current.results][:1] == ["leave-2026.md"]
    assert "leave-2024.md" not in {passage.filename for passage in current.results}
    assert current.minimum_score == 0.1
    assert current.top_score == current.results[0].scores.reranker
    assert results[0].top_score is None


def test_the_suites_groups_bound_the_search(retriever: Retriever) -> None:
    case = build_case(
        "retrieve_answer",
        question="What does the canteen serve?",
        expected_sources=[{"filename": "canteen.md", "group": "noise", "facts": [["soup"]]}],
    )
    within = build_suite(case, groups=["noise"])
    without = build_suite(case, groups=["policies"])
    passed = [
        result.verdict.passed
        for result in run_plan(retriever, Plan([within, without], [SearchMode.VECTOR]))
    ]
    assert passed == [True, False]


@pytest.mark.parametrize(
    ("mode", "case", "as_of"),
    [
        ("hybrid", {}, date(2026, 8, 1)),
        ("hybrid", {"include_superseded": True}, None),
        ("hybrid", {"as_of": date(2025, 1, 1)}, date(2025, 1, 1)),
        ("vector", {}, None),
        ("vector", {"as_of": date(2025, 1, 1)}, date(2025, 1, 1)),
    ],
)
def test_the_day_a_suite_is_asked_on_stands_for_today(
    mode: str, case: dict[str, object], as_of: date | None
) -> None:
    asked = build_case("abstain", **case)
    suite = build_suite(asked, asked_on=date(2026, 8, 1))
    assert build_request(Plan([suite]), suite, asked, SearchMode(mode)).as_of == as_of


def test_parameters_reach_the_search(suite: Suite) -> None:
    plan = Plan([suite], limit=3, candidates=10, minimum_score=0.4)
    hybrid = build_request(plan, suite, suite.cases[1], SearchMode.HYBRID)
    assert (hybrid.limit, hybrid.candidates, hybrid.minimum_score) == (3, 10, 0.4)
    assert hybrid.include_superseded
    assert hybrid.filters.group == ("policies", "noise")
    vector = build_request(plan, suite, suite.cases[0], SearchMode.VECTOR)
    assert (vector.minimum_score, vector.include_superseded) == (None, False)


def test_an_empty_plan_is_refused(suite: Suite) -> None:
    with pytest.raises(ValueError, match="at least one"):
        Plan([])
    with pytest.raises(ValueError, match="at least one"):
        Plan([suite], [])
