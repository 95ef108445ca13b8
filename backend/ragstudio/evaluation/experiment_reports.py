"""What an experiment found: both arms, each criterion, and the baseline suites."""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from ragstudio.evaluation.experiments import Experiment
from ragstudio.evaluation.results import CaseResult


class ReportModel(BaseModel):
    """Base of the report's parts."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ArmOutcome(ReportModel):
    """How one arm did on the experiment's cases and on the baseline suites' cases."""

    description: str
    passed: int
    total: int
    baseline_passed: int
    baseline_total: int
    cases: tuple[CaseResult, ...]


class CriterionOutcome(ReportModel):
    """One criterion in words, and whether it is met."""

    criterion: str
    met: bool
    found: str


class ExperimentOutcome(ReportModel):
    """One experiment's report. `lost` and `gained` are cases of the baseline suites that the
    treatment fails and the control passes, and the other way round."""

    id: str
    title: str
    problem: str
    treated: tuple[str, ...]
    control: ArmOutcome
    treatment: ArmOutcome
    criteria: tuple[CriterionOutcome, ...]
    gained: tuple[str, ...]
    lost: tuple[str, ...]
    succeeded: bool
    conclusion: str


class ArmResults(ReportModel):
    """The results of one arm: on the experiment's cases, and on the baseline suites."""

    cases: tuple[CaseResult, ...]
    baseline: tuple[CaseResult, ...]


def report_experiment(
    experiment: Experiment, control: ArmResults, treatment: ArmResults
) -> ExperimentOutcome:
    """Hold both arms' results against the criteria."""
    before = _list_passed(control.baseline)
    after = _list_passed(treatment.baseline)
    lost, gained = sorted(before - after), sorted(after - before)
    arms = [
        _describe_arm(arm.description, results)
        for arm, results in ((experiment.control, control), (experiment.treatment, treatment))
    ]
    demands = experiment.criteria
    criteria = (
        CriterionOutcome(
            criterion=f"the control passes at most {demands.control_maximum_passed} of "
            f"{len(experiment.cases)} cases",
            met=arms[0].passed <= demands.control_maximum_passed,
            found=f"it passes {arms[0].passed}",
        ),
        CriterionOutcome(
            criterion=f"the treatment passes at least {demands.treatment_minimum_passed} of "
            f"{len(experiment.cases)} cases",
            met=arms[1].passed >= demands.treatment_minimum_passed,
            found=f"it passes {arms[1].passed}",
        ),
        CriterionOutcome(
            criterion="of the baseline suites' cases it loses at most "
            f"{demands.baseline_maximum_lost}",
            met=len(lost) <= demands.baseline_maximum_lost,
            found=f"it loses {len(lost)}{': ' + ', '.join(lost) if lost else ''}",
        ),
    )
    return ExperimentOutcome(
        id=experiment.id,
        title=experiment.title,
        problem=experiment.problem,
        treated=tuple(experiment.treated),
        control=arms[0],
        treatment=arms[1],
        criteria=criteria,
        gained=tuple(gained),
        lost=tuple(lost),
        succeeded=all(criterion.met for criterion in criteria),
        conclusion=_conclude(criteria, lost),
    )


def render_experiments_markdown(outcomes: Sequence[ExperimentOutcome]) -> str:
    """A table of all, then what each criterion found."""
    lines = [
        "| experiment | treated | control | treatment | 19 checks: control, treatment | verdict |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for outcome in outcomes:
        arms = [f"{arm.passed} of {arm.total}" for arm in (outcome.control, outcome.treatment)]
        baseline = f"{outcome.control.baseline_passed}, {outcome.treatment.baseline_passed}"
        verdict = "solved" if outcome.succeeded else "NOT SHOWN"
        cells = [outcome.title, ", ".join(outcome.treated), *arms, baseline, verdict]
        lines.append(f"| {' | '.join(cells)} |")
    for outcome in outcomes:
        lines += ["", f"{outcome.title}: {outcome.conclusion}"]
        lines += [
            f"* {'met' if criterion.met else 'NOT MET'}: {criterion.criterion} ({criterion.found})"
            for criterion in outcome.criteria
        ]
        if outcome.gained:
            lines.append(f"* gained among the baseline suites: {', '.join(outcome.gained)}")
    return "\n".join(lines) + "\n"


def _describe_arm(description: str, results: ArmResults) -> ArmOutcome:
    return ArmOutcome(
        description=description,
        passed=sum(result.verdict.passed for result in results.cases),
        total=len(results.cases),
        baseline_passed=sum(result.verdict.passed for result in results.baseline),
        baseline_total=len(results.baseline),
        cases=results.cases,
    )


def _list_passed(results: Sequence[CaseResult]) -> set[str]:
    return {f"{result.suite}: {result.case_id}" for result in results if result.verdict.passed}


def _conclude(criteria: Sequence[CriterionOutcome], lost: Sequence[str]) -> str:
    fails, passes, keeps = (criterion.met for criterion in criteria)
    if not fails:
        return "The control does not fail, so there is no problem to solve here."
    if not passes:
        return "The control fails, and the treatment does not solve it."
    if not keeps:
        return (
            "The control fails and the treatment passes, but the baseline suites regress: "
            f"{', '.join(lost)}."
        )
    if lost:
        return (
            "The control fails and the treatment passes. It costs what the criteria allow of the "
            f"baseline suites: {', '.join(lost)}."
        )
    return "The control fails, the treatment passes, and the baseline suites do not regress."
