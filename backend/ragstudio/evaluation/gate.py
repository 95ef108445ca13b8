"""What an evaluation must reach for a build to pass."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic import model_validator as validates_model

from ragstudio.evaluation.comparison import Finding, RunComparison
from ragstudio.evaluation.metrics import Summary
from ragstudio.evaluation.suite_files import parse_file
from ragstudio.evaluation.suites import SuiteModel, Text
from ragstudio.retrieval.request import SearchMode

_FIGURE = re.compile(
    r"pass_rate|abstention_(?:precision|recall|f_measure|accuracy)"
    r"|(?:precision|recall|hit_rate|mrr|map|ndcg)@[1-9]\d*"
)


def _check_figure(name: str) -> str:
    if _FIGURE.fullmatch(name) is None:
        raise ValueError(
            "a figure is pass_rate, abstention_precision, abstention_recall, "
            "abstention_f_measure, abstention_accuracy, or a metric at k such as ndcg@6"
        )
    return name


FigureName = Annotated[str, AfterValidator(_check_figure)]
Share = Annotated[float, Field(ge=0.0, le=1.0, allow_inf_nan=False)]


class Gate(SuiteModel):
    """For each mode, the totals and figures that all suites together must reach.

    `baseline` is the name of a baseline run, or a file with a run as JSON (a path from the gate's
    folder): against it at most `maximum_lost` cases may be lost, and no figure may be worse with
    statistical evidence.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "anyOf": [
                {
                    "required": ["minimum_passed"],
                    "properties": {"minimum_passed": {"minProperties": 1}},
                },
                {
                    "required": ["minimum_figures"],
                    "properties": {"minimum_figures": {"minProperties": 1}},
                },
                {"required": ["baseline"], "properties": {"baseline": {"type": "string"}}},
            ]
        }
    )

    minimum_passed: dict[SearchMode, Annotated[int, Field(ge=0, strict=True)]] = Field(
        default_factory=dict
    )
    minimum_figures: dict[SearchMode, dict[FigureName, Share]] = Field(default_factory=dict)
    baseline: Text | None = None
    maximum_lost: Annotated[int, Field(ge=0, strict=True)] = 0

    @validates_model(mode="after")
    def _check_demands(self) -> Self:
        if not (self.minimum_passed or self.minimum_figures or self.baseline):
            raise ValueError("a gate must ask for something: a minimum or a baseline")
        return self


class GateResult(BaseModel):
    """Whether a run passes a gate, with a sentence for each miss."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    passed: bool
    failures: tuple[str, ...]


def load_gate(path: Path) -> Gate:
    """The gate in a file. Raises `InvalidSuite`, naming file and field."""
    return parse_file(path, Gate)


def find_failures(
    gate: Gate, summaries: Sequence[Summary], comparison: RunComparison | None = None
) -> list[str]:
    """A sentence for each miss: a minimum not reached, a mode not run, a regression.

    `comparison` is that with the gate's baseline; a gate that names one fails without it.
    """
    overall = {summary.mode: summary for summary in summaries if summary.suite is None}
    failures = list(_find_low_totals(gate, overall)) + list(_find_low_figures(gate, overall))
    if gate.baseline is not None and comparison is None:
        failures.append(f"The baseline {gate.baseline!r} could not be compared with.")
    if comparison is not None:
        failures += _find_regressions(gate, comparison)
    return failures


def _find_low_totals(gate: Gate, overall: dict[SearchMode, Summary]) -> Iterator[str]:
    for mode, minimum in gate.minimum_passed.items():
        if mode not in overall:
            yield f"{mode.value} mode was not run, but {minimum} cases must pass in it."
        elif (cases := overall[mode].cases).passed < minimum:
            yield (
                f"{mode.value} mode passed {cases.passed} of {cases.total} cases; "
                f"at least {minimum} must pass."
            )


def _find_low_figures(gate: Gate, overall: dict[SearchMode, Summary]) -> Iterator[str]:
    for mode, minimums in gate.minimum_figures.items():
        if mode not in overall:
            yield f"{mode.value} mode was not run, but figures must be reached in it."
            continue
        measured = _read_figures(overall[mode])
        for name, minimum in minimums.items():
            value = measured.get(name)
            if value is None:
                known = ", ".join(measured)
                yield f"{mode.value} mode has no figure {name}; it has {known}."
            elif value < minimum:
                yield f"{mode.value} mode reached {name} {value:.4f}; at least {minimum} is asked."


def _find_regressions(gate: Gate, comparison: RunComparison) -> Iterator[str]:
    for mode in comparison.modes:
        lost = [f"{case.suite}: {case.case_id}" for case in mode.cases if case.flip == "lost"]
        if len(lost) > gate.maximum_lost:
            yield (
                f"{mode.mode.value} mode lost {len(lost)} cases against the baseline, "
                f"{gate.maximum_lost} are allowed: {', '.join(lost)}."
            )
        for figure in mode.figures:
            if figure.finding is Finding.WORSE:
                yield (
                    f"{mode.mode.value} mode: {figure.name} fell from {figure.baseline:.4f} to "
                    f"{figure.value:.4f}, {figure.conclusion}."
                )


def _read_figures(summary: Summary) -> dict[str, float]:
    figures = {f"{metric.name.value}@{metric.k}": metric.value for metric in summary.metrics}
    if summary.pass_rate is not None:
        figures["pass_rate"] = summary.pass_rate.value
    if summary.abstention is not None:
        for name in ("precision", "recall", "f_measure", "accuracy"):
            estimate = getattr(summary.abstention, name)
            if estimate is not None:
                figures[f"abstention_{name}"] = estimate.value
    return figures
