from pathlib import Path

import pytest

from ragstudio.evaluation.gate import Gate, find_failures, load_gate
from ragstudio.evaluation.metrics import Summary, Total
from ragstudio.evaluation.suite_files import InvalidSuite
from ragstudio.retrieval.request import SearchMode


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
