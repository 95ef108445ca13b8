"""What `ragstudio evaluate` and `compare` make of a finished run: files, tables, failures."""

from pathlib import Path
from typing import TYPE_CHECKING

from ragstudio.commands.client import CallRefused, StudioClient

if TYPE_CHECKING:
    from ragstudio.evaluation.comparison import RunComparison
    from ragstudio.evaluation.gate import Gate
    from ragstudio.evaluation.runs import EvaluationRun


def write_reports(
    run: "EvaluationRun",
    comparison: "RunComparison | None",
    *,
    junit: Path | None = None,
    html: Path | None = None,
) -> None:
    """Write the run as JUnit XML and as one HTML page, each where a path is given."""
    from ragstudio.evaluation.html_report import render_html
    from ragstudio.evaluation.reports import render_junit

    if junit is not None:
        _write(junit, render_junit(run))
    if html is not None:
        _write(html, render_html(run, comparison))


def show_run(run: "EvaluationRun") -> None:
    """The table of cases and the totals."""
    from ragstudio.commands.output import WIDE_COLUMNS, build_console
    from ragstudio.evaluation.reports import build_case_table, build_total_table

    console = build_console()
    console.print(build_case_table(run, is_narrow=console.width < WIDE_COLUMNS))
    console.print(build_total_table(run))


def show_comparison(comparison: "RunComparison") -> None:
    """The figures of both runs with what the tests say, then the flips."""
    from rich.table import Table

    from ragstudio.commands.output import build_console

    console = build_console()
    for mode in comparison.modes:
        against = "" if mode.mode is mode.baseline_mode else f" against {mode.baseline_mode.value}"
        table = Table(title=f"{mode.mode.value} mode{against}", title_justify="left")
        table.add_column("figure")
        for column in ("baseline", "run", "difference", "95 % interval"):
            table.add_column(column, justify="right")
        table.add_column("paired test")
        for figure in mode.figures:
            table.add_row(
                f"{figure.name}@{figure.k}" if figure.k else figure.name,
                f"{figure.baseline:.4f}",
                f"{figure.value:.4f}",
                f"{figure.difference.value:+.4f}",
                f"{figure.difference.low:+.4f} to {figure.difference.high:+.4f}",
                figure.conclusion,
            )
        console.print(table)
        for case in mode.cases:
            if case.flip:
                console.print(
                    f"{case.flip}: {case.suite}: {case.case_id}: before {case.baseline_reason}; "
                    f"now {case.reason}"
                )
        console.print(mode.conclusion)
    if comparison.unmatched:
        console.print(f"In one run alone: {', '.join(comparison.unmatched)}.")


def load_baseline(client: StudioClient, name: str, folder: Path) -> "EvaluationRun":
    """The run in a JSON file of that name (seen from `folder`), else the studio's baseline or run.

    Raises `CallRefused` where there is neither, and `InvalidSuite` for a file that holds no run.
    """
    from ragstudio.evaluation.runs import EvaluationRun
    from ragstudio.evaluation.suite_files import parse_file

    for path in (folder / name, Path(name)):
        if path.is_file():
            return parse_file(path, EvaluationRun)
    run_id = name
    for baseline in client.get("/evaluations/baselines").json()["items"]:
        if baseline["name"] == name:
            run_id = baseline["run_id"]
    return EvaluationRun.model_validate_json(client.get(f"/evaluations/runs/{run_id}").text)


def compare_with_baseline(
    client: StudioClient, run: "EvaluationRun", name: str | None, folder: Path
) -> "tuple[RunComparison | None, list[str]]":
    """The comparison with the baseline of that name if one is named, and why there is none."""
    from ragstudio.errors import StudioError
    from ragstudio.evaluation.comparison import compare_runs

    if name is None:
        return None, []
    try:
        return compare_runs(run, load_baseline(client, name, folder)), []
    except (CallRefused, StudioError) as error:
        return None, [f"The baseline {name!r} could not be compared with: {error}"]


def find_failures(
    run: "EvaluationRun", gate: "Gate | None", comparison: "RunComparison | None"
) -> list[str]:
    """Why the run counts as failed.

    It broke, or it missed the gate; without a gate, a check failed. Of two modes the hybrid one
    is judged: vector-only retrieval stands beside it for comparison.
    """
    from ragstudio.evaluation.gate import find_failures as find_gate_failures
    from ragstudio.evaluation.runs import RunStatus
    from ragstudio.retrieval.request import SearchMode

    broken = [f"The run broke: {run.message}"] if run.status is RunStatus.FAILED else []
    if gate is not None:
        return broken + find_gate_failures(gate, run.summaries, comparison)
    judged = SearchMode.HYBRID if SearchMode.HYBRID in run.modes else SearchMode.VECTOR
    return broken + [
        f"{case.suite}: {case.case_id} failed in {case.mode.value} mode"
        for case in run.cases
        if case.mode is judged and not case.verdict.passed
    ]


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
