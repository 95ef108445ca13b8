from pathlib import Path

import pytest

from ragstudio.evaluation.comparison import compare_runs
from ragstudio.evaluation.estimates import Estimate
from ragstudio.evaluation.gate import Gate, find_failures, load_gate
from ragstudio.evaluation.metrics import Metric, Summary, Total
from ragstudio.evaluation.ranking_metrics import MetricName
from ragstudio.evaluation.suite_files import InvalidSuite
from ragstudio.retrieval.request import SearchMode
from tests.evaluation.test_comparison import build_run


def build_summary(mode: str, passed: int, suite: str | None = None) -> Summary:
    return Summary(
        suite=suite,
        mode=SearchMode(mode),
        cases=Total(passed=passed, total=19),
        by_category={},
        hit_rate=None,
        mean_reciprocal_rank=None,
        recall=None,
    )


def test_a_total_at_the_minimum_passes_and_one_below_fails() -> None:
    gate = Gate(minimum_passed={SearchMode.HYBRID: 18})
    assert find_failures(gate, [build_summary("hybrid", 18)]) == []
    failures = find_failures(gate, [build_summary("hybrid", 17), build_summary("vector", 19)])
    assert failures == ["hybrid mode passed 17 of 19 cases; at least 18 must pass."]


def test_only_the_total_of_all_suites_counts() -> None:
    gate = Gate(minimum_passed={SearchMode.HYBRID: 18})
    summaries = [build_summary("hybrid", 11, "questions"), build_summary("hybrid", 18)]
    assert find_failures(gate, summaries) == []


def test_a_mode_that_was_not_run_fails() -> None:
    gate = Gate(minimum_passed={SearchMode.HYBRID: 18, SearchMode.VECTOR: 5})
    failures = find_failures(gate, [build_summary("hybrid", 18)])
    assert failures == ["vector mode was not run, but 5 cases must pass in it."]


def test_the_published_gate_loads(repository_root: Path) -> None:
    assert (
        load_gate(repository_root / "evaluations" / "gate.json").minimum_passed[SearchMode.HYBRID]
        >= 18
    )


@pytest.mark.parametrize(
    "content", ['{"minimum_passed": {"magic": 1}}', '{"minimum_passed": {"hybrid": -1}}', "[]"]
)
def test_a_broken_gate_is_named(tmp_path: Path, content: str) -> None:
    path = tmp_path / "gate.json"
    path.write_text(content)
    with pytest.raises(InvalidSuite, match=r"gate\.json"):
        load_gate(path)


def test_figures_must_reach_their_minimum() -> None:
    summary = build_summary("hybrid", 18).model_copy(
        update={
            "pass_rate": Estimate(value=0.9, low=0.8, high=1.0),
            "metrics": (Metric(name=MetricName.NDCG, k=6, value=0.7, low=0.6, high=0.8),),
        }
    )
    reached = Gate(minimum_figures={SearchMode.HYBRID: {"ndcg@6": 0.7, "pass_rate": 0.9}})
    assert find_failures(reached, [summary]) == []
    missed = Gate(minimum_figures={SearchMode.HYBRID: {"ndcg@6": 0.71}})
    assert find_failures(missed, [summary]) == [
        "hybrid mode reached ndcg@6 0.7000; at least 0.71 is asked."
    ]
    absent = Gate(minimum_figures={SearchMode.HYBRID: {"map@6": 0.1}})
    assert "no figure map@6" in find_failures(absent, [summary])[0]


def test_a_lost_case_is_a_regression_unless_it_is_allowed() -> None:
    comparison = compare_runs(build_run([1, None]), build_run([1, 1]))
    gate = Gate(baseline="main")
    [failure] = find_failures(gate, [], comparison)
    assert failure == ("hybrid mode lost 1 cases against the baseline, 0 are allowed: s: case-1.")
    assert find_failures(Gate(baseline="main", maximum_lost=1), [], comparison) == []


def test_a_figure_that_is_worse_with_evidence_is_a_regression() -> None:
    comparison = compare_runs(build_run([3] * 6), build_run([1] * 6))
    failures = find_failures(Gate(baseline="main"), [], comparison)
    assert any("mrr fell from 1.0000 to 0.3333" in failure for failure in failures)


def test_a_gate_whose_baseline_is_missing_fails() -> None:
    assert find_failures(Gate(baseline="main"), []) == [
        "The baseline 'main' could not be compared with."
    ]
