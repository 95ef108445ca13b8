"""The totals an evaluation must reach for a build to pass."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import Field

from ragstudio.evaluation.metrics import Summary
from ragstudio.evaluation.suite_files import parse_file
from ragstudio.evaluation.suites import SuiteModel
from ragstudio.retrieval.request import SearchMode


class Gate(SuiteModel):
    """For each mode, how many cases of all suites together must pass."""

    minimum_passed: dict[SearchMode, Annotated[int, Field(ge=0, strict=True)]]


def load_gate(path: Path) -> Gate:
    """The gate in a file. Raises `InvalidSuite`, naming file and field."""
    return parse_file(path, Gate)


def find_failures(gate: Gate, summaries: Sequence[Summary]) -> list[str]:
    """A sentence for each mode that is below its minimum or was not run; empty if all is well."""
    overall = {summary.mode: summary.cases for summary in summaries if summary.suite is None}
    failures = []
    for mode, minimum in gate.minimum_passed.items():
        if mode not in overall:
            failures.append(f"{mode.value} mode was not run, but {minimum} cases must pass in it.")
        elif overall[mode].passed < minimum:
            failures.append(
                f"{mode.value} mode passed {overall[mode].passed} of {overall[mode].total} cases; "
                f"at least {minimum} must pass."
            )
    return failures
