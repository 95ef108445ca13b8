"""Two runs compared case by case, and whether there is evidence that they differ."""

from collections.abc import Sequence
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict

from ragstudio.errors import InvalidRequest
from ragstudio.evaluation.estimates import Estimate, estimate_means
from ragstudio.evaluation.paired_tests import SIGNIFICANCE, compare_flips, randomise_pairs
from ragstudio.evaluation.ranking_metrics import (
    METRIC_NAMES,
    JudgedRanking,
    MetricName,
    expects_ranking,
    measure_rankings,
)
from ragstudio.evaluation.results import CaseResult
from ragstudio.evaluation.runs import EvaluationRun
from ragstudio.retrieval.request import SearchMode

NO_EVIDENCE = "no evidence of a difference"
_SPELLED = {"ndcg": "nDCG", "mrr": "MRR", "map": "MAP"}


class Finding(StrEnum):
    """What a test says of the run against the baseline, at the 5 % level."""

    BETTER = "better"
    WORSE = "worse"
    NO_EVIDENCE = "no_evidence"


class ComparisonModel(BaseModel):
    """Base of the comparison's parts."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class CaseComparison(ComparisonModel):
    """One case in both runs. `flip` is `gained`, `lost` or None where the verdict stayed.

    `differences` has what each metric at k gained on this question; empty where the case expects
    no source.
    """

    suite: str
    case_id: str
    question: str
    category: str
    flip: str | None
    baseline_passed: bool
    passed: bool
    baseline_reason: str
    reason: str
    baseline_rank: int | None
    rank: int | None
    differences: dict[MetricName, float]


class TestedFigure(ComparisonModel):
    """A figure in both runs. `difference` (run minus baseline) has a 95 % bootstrap interval.

    `p_value` is that of a paired test over `questions` cases, two-sided, not corrected for the
    number of figures tested.
    """

    name: str
    k: int | None
    questions: int
    baseline: float
    value: float
    difference: Estimate
    p_value: float
    finding: Finding
    conclusion: str


class ModeComparison(ComparisonModel):
    """Both runs in one mode, or in the two modes asked for."""

    mode: SearchMode
    baseline_mode: SearchMode
    gained: int
    lost: int
    figures: tuple[TestedFigure, ...]
    conclusion: str
    cases: tuple[CaseComparison, ...]


class ConfigurationChange(ComparisonModel):
    """A parameter in which the two runs differ, as text."""

    name: str
    baseline: str
    value: str


class RunComparison(ComparisonModel):
    """A run against a baseline run. `unmatched` names cases that only one of them has.

    `changed` names cases that expect something else than in the baseline; they are in no figure.
    """

    run_id: str
    baseline_id: str
    k: int
    configuration: tuple[ConfigurationChange, ...]
    modes: tuple[ModeComparison, ...]
    unmatched: tuple[str, ...]
    changed: tuple[str, ...] = ()


def compare_runs(
    run: EvaluationRun,
    baseline: EvaluationRun,
    mode: SearchMode | None = None,
    baseline_mode: SearchMode | None = None,
) -> RunComparison:
    """Compare the cases both runs have, in every mode both have, or in the two given modes.

    Raises `InvalidRequest` where there is no case to compare.
    """
    pairs = [(mode or baseline_mode, baseline_mode or mode)]
    if mode is None and baseline_mode is None:
        pairs = [(shared, shared) for shared in run.modes if shared in baseline.modes]
    k = min(run.configuration.limit, baseline.configuration.limit)
    modes = []
    unmatched: dict[str, None] = {}
    changed: dict[str, None] = {}
    for ours, theirs in pairs:
        if ours is None or theirs is None:
            continue
        new, old = _index(run, ours), _index(baseline, theirs)
        shared_keys = [key for key in new if key in old]
        unmatched |= {f"{suite}: {case_id}": None for suite, case_id, _ in new.keys() ^ old.keys()}
        matched = []
        for key in shared_keys:
            if _has_changed(new[key], old[key]):
                changed[f"{key[0]}: {key[1]}"] = None
            else:
                matched.append((new[key], old[key]))
        if matched:
            modes.append(_compare_mode(ours, theirs, matched, k))
    if not modes:
        raise InvalidRequest(
            "The two runs have no case in common that expects the same."
            if changed
            else "The two runs have no case in common.",
            hint="Compare runs of the same suites in the same mode, or name mode and "
            "baseline_mode.",
        )
    return RunComparison(
        run_id=run.id,
        baseline_id=baseline.id,
        k=k,
        configuration=tuple(_compare_configurations(run, baseline)),
        modes=tuple(modes),
        unmatched=tuple(sorted(unmatched)),
        changed=tuple(sorted(changed)),
    )


Pairs = Sequence[tuple[CaseResult, CaseResult]]


def _has_changed(new: CaseResult, old: CaseResult) -> bool:
    known = bool(new.expectation and old.expectation)
    return known and new.expectation != old.expectation


def _index(run: EvaluationRun, mode: SearchMode) -> dict[tuple[str, str, str], CaseResult]:
    return {
        (result.suite, result.case_id, result.question): result
        for result in run.cases
        if result.mode is mode
    }


def _compare_mode(
    mode: SearchMode, baseline_mode: SearchMode, pairs: Pairs, k: int
) -> ModeComparison:
    ranked = [place for place, (new, _) in enumerate(pairs) if expects_ranking(new)]
    new_values, old_values = (
        measure_rankings([JudgedRanking.from_result(pairs[place][side]) for place in ranked], [k])
        for side in (0, 1)
    )
    rows = {place: row for row, place in enumerate(ranked)}
    cases = tuple(
        _compare_case(
            new,
            old,
            {
                name: float(new_values[name, k][rows[place]] - old_values[name, k][rows[place]])
                for name in METRIC_NAMES
                if place in rows
            },
        )
        for place, (new, old) in enumerate(pairs)
    )
    gained = sum(case.flip == "gained" for case in cases)
    lost = sum(case.flip == "lost" for case in cases)
    passed = np.array([[new.verdict.passed, old.verdict.passed] for new, old in pairs], float)
    figures = [_test("pass_rate", None, passed[:, 0], passed[:, 1], compare_flips(gained, lost))]
    if ranked:
        for name in METRIC_NAMES:
            new_column, old_column = new_values[name, k], old_values[name, k]
            p_value = randomise_pairs(new_column - old_column)
            figures.append(_test(name.value, k, new_column, old_column, p_value))
    return ModeComparison(
        mode=mode,
        baseline_mode=baseline_mode,
        gained=gained,
        lost=lost,
        figures=tuple(figures),
        conclusion=_conclude(figures, gained, lost),
        cases=cases,
    )


def _compare_case(
    new: CaseResult, old: CaseResult, differences: dict[MetricName, float]
) -> CaseComparison:
    flip = None
    if new.verdict.passed != old.verdict.passed:
        flip = "gained" if new.verdict.passed else "lost"
    return CaseComparison(
        suite=new.suite,
        case_id=new.case_id,
        question=new.question,
        category=new.category,
        flip=flip,
        baseline_passed=old.verdict.passed,
        passed=new.verdict.passed,
        baseline_reason=old.verdict.reason,
        reason=new.verdict.reason,
        baseline_rank=old.verdict.first_relevant_rank,
        rank=new.verdict.first_relevant_rank,
        differences=differences,
    )


def _test(
    name: str,
    k: int | None,
    new: NDArray[np.float64],
    old: NDArray[np.float64],
    p_value: float,
) -> TestedFigure:
    differences = new - old
    finding = Finding.NO_EVIDENCE
    if p_value < SIGNIFICANCE:
        finding = Finding.BETTER if differences.mean() > 0 else Finding.WORSE
    words = {
        Finding.NO_EVIDENCE: NO_EVIDENCE,
        Finding.BETTER: "evidence of an improvement",
        Finding.WORSE: "evidence of a regression",
    }
    return TestedFigure(
        name=name,
        k=k,
        questions=len(differences),
        baseline=float(old.mean()),
        value=float(new.mean()),
        difference=estimate_means(differences[:, np.newaxis])[0],
        p_value=p_value,
        finding=finding,
        conclusion=f"{words[finding]} (p = {p_value:.3g})",
    )


def _conclude(figures: Sequence[TestedFigure], gained: int, lost: int) -> str:
    flips = f"{gained} gained, {lost} lost"
    told = [figure for figure in figures if figure.finding is not Finding.NO_EVIDENCE]
    if not told:
        return f"{flips}: {NO_EVIDENCE}."
    found = "; ".join(f"{_spell(figure)}: {figure.conclusion}" for figure in told)
    return f"{flips}. {found}."


def _spell(figure: TestedFigure) -> str:
    name = _SPELLED.get(figure.name, figure.name.replace("_", " "))
    return name if figure.k is None else f"{name}@{figure.k}"


def _compare_configurations(
    run: EvaluationRun, baseline: EvaluationRun
) -> list[ConfigurationChange]:
    new, old = (_flatten(one.configuration.model_dump(mode="json")) for one in (run, baseline))
    return [
        ConfigurationChange(name=name, baseline=old.get(name, ""), value=new.get(name, ""))
        for name in sorted(new.keys() | old.keys())
        if new.get(name, "") != old.get(name, "")
    ]


def _flatten(value: object, name: str = "") -> dict[str, str]:
    if isinstance(value, dict):
        return {
            path: text
            for key, item in value.items()
            for path, text in _flatten(item, f"{name}.{key}" if name else str(key)).items()
        }
    return {name: "" if value is None else str(value)}
