from datetime import UTC, datetime

import pytest

from ragstudio.errors import InvalidRequest
from ragstudio.evaluation.comparison import NO_EVIDENCE, Finding, compare_runs
from ragstudio.evaluation.results import CaseResult
from ragstudio.evaluation.runs import EvaluationRun, RunConfiguration
from ragstudio.evaluation.suites import Behaviour
from ragstudio.evaluation.verdicts import Verdict, VerdictCode
from ragstudio.retrieval.request import SearchMode
from ragstudio.retrieval.response import Decision


def build_run(
    ranks: list[int | None], mode: SearchMode = SearchMode.HYBRID, minimum: float | None = None
) -> EvaluationRun:
    """A run whose case number i has its evidence at `ranks[i]`; None failed."""
    cases = tuple(
        CaseResult(
            suite="s",
            case_id=f"case-{place}",
            question="q",
            category="fact",
            expected_behaviour=Behaviour.RETRIEVE_ANSWER,
            mode=mode,
            verdict=Verdict(
                passed=rank is not None,
                code=VerdictCode.PASSED if rank else VerdictCode.FACT_MISSING,
                reason=f"rank {rank}",
                source_ranks=(rank,),
            ),
            decision=Decision.ANSWER,
            top_score=0.5,
            minimum_score=minimum,
            milliseconds=1.0,
            results=(),
        )
        for place, rank in enumerate(ranks)
    )
    return EvaluationRun(
        id=f"run-{len(ranks)}-{mode.value}",
        started_at=datetime.now(UTC),
        suites=("s",),
        modes=(mode,),
        configuration=RunConfiguration(limit=6, minimum_score=minimum),
        total=len(cases),
        cases=cases,
    )


def test_a_run_against_itself_is_no_evidence_of_a_difference() -> None:
    run = build_run([1, 2, None])
    [mode] = compare_runs(run, run).modes
    assert (mode.gained, mode.lost) == (0, 0)
    assert {figure.p_value for figure in mode.figures} == {1.0}
    assert NO_EVIDENCE in mode.conclusion
    assert all(NO_EVIDENCE in figure.conclusion for figure in mode.figures)


def test_flips_and_differences_are_those_of_each_case() -> None:
    comparison = compare_runs(build_run([1, None, 2], minimum=0.3), build_run([2, 1, None]))
    [mode] = comparison.modes
    assert [case.flip for case in mode.cases] == [None, "lost", "gained"]
    assert [case.differences["mrr"] for case in mode.cases] == [0.5, -1.0, 0.5]
    assert [(case.baseline_rank, case.rank) for case in mode.cases] == [
        (2, 1),
        (1, None),
        (None, 2),
    ]
    [mrr] = [figure for figure in mode.figures if figure.name == "mrr"]
    assert mrr.baseline == pytest.approx(0.5)
    assert mrr.value == pytest.approx(0.5)
    assert mrr.finding is Finding.NO_EVIDENCE
    [change] = comparison.configuration
    assert (change.name, change.baseline, change.value) == ("minimum_score", "", "0.3")


def test_six_cases_gained_are_evidence_of_an_improvement_and_lost_of_a_regression() -> None:
    better, worse = build_run([1] * 6), build_run([None] * 6)
    [gained] = compare_runs(better, worse).modes
    assert {figure.finding for figure in gained.figures} == {Finding.BETTER}
    assert "pass rate: evidence of an improvement (p = 0.0312)" in gained.conclusion
    assert "nDCG@6: evidence of an improvement" in gained.conclusion
    [lost] = compare_runs(worse, better).modes
    assert {figure.finding for figure in lost.figures} == {Finding.WORSE}
    assert lost.figures[0].difference.value == -1.0


def test_five_cases_gained_are_no_evidence_yet() -> None:
    [mode] = compare_runs(build_run([1] * 5), build_run([None] * 5)).modes
    assert mode.gained == 5
    assert NO_EVIDENCE in mode.conclusion


def test_cases_of_one_run_alone_are_named_and_left_out() -> None:
    comparison = compare_runs(build_run([1, 1]), build_run([1]))
    assert comparison.unmatched == ("s: case-1",)
    assert len(comparison.modes[0].cases) == 1


def test_two_modes_are_compared_when_asked_for() -> None:
    vector, hybrid = build_run([None], SearchMode.VECTOR), build_run([1])
    with pytest.raises(InvalidRequest, match="no case in common"):
        compare_runs(hybrid, vector)
    [mode] = compare_runs(hybrid, vector, SearchMode.HYBRID, SearchMode.VECTOR).modes
    assert (mode.mode, mode.baseline_mode, mode.gained) == ("hybrid", "vector", 1)


def test_a_case_that_expects_something_else_is_named_and_left_out() -> None:
    def expect(run: EvaluationRun, *expectations: str) -> EvaluationRun:
        cases = [
            case.model_copy(update={"expectation": expectation})
            for case, expectation in zip(run.cases, expectations, strict=True)
        ]
        return run.model_copy(update={"cases": tuple(cases)})

    before, after = build_run([1, 1, 1]), build_run([1, None, None])
    comparison = compare_runs(expect(after, "a", "b2", ""), expect(before, "a", "b", "c"))
    assert comparison.changed == ("s: case-1",)
    [mode] = comparison.modes
    assert [case.case_id for case in mode.cases] == ["case-0", "case-2"]
    assert (mode.gained, mode.lost) == (0, 1)

    with pytest.raises(InvalidRequest, match="expects the same"):
        compare_runs(expect(build_run([1]), "a"), expect(build_run([1]), "b"))
