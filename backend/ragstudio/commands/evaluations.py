"""Commands that tell whether something got better."""

import json
import sys
import time
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from ragstudio.commands.client import CallRefused, StudioClient
from ragstudio.commands.context import Json, Mode, open_studio
from ragstudio.commands.output import WIDE_COLUMNS, build_console, write_json
from ragstudio.errors import InvalidState, StudioError
from ragstudio.evaluation.calibration.questions import load_labelled_questions
from ragstudio.evaluation.calibration.report import CalibrationReport
from ragstudio.evaluation.comparison import RunComparison, compare_runs
from ragstudio.evaluation.experiment_reports import render_experiments_markdown
from ragstudio.evaluation.experiment_runs import ExperimentRun
from ragstudio.evaluation.gate import Gate, load_gate
from ragstudio.evaluation.gate import find_failures as find_gate_failures
from ragstudio.evaluation.generated_cases import write_corpus
from ragstudio.evaluation.html_report import render_html
from ragstudio.evaluation.reports import (
    build_case_table,
    build_total_table,
    render_calibration_json,
    render_calibration_markdown,
    render_junit,
)
from ragstudio.evaluation.runs import EvaluationRun, RunStatus
from ragstudio.evaluation.suite_files import parse_file
from ragstudio.retrieval.request import SearchMode


def evaluate(
    collection: Annotated[
        Path | None,
        typer.Argument(
            exists=True,
            help="A test_cases.json or a BEIR-style folder, run in a scratch database of its own.",
        ),
    ] = None,
    *,
    suite: Annotated[
        list[str] | None, typer.Option(help="Name of a suite; all if left out.")
    ] = None,
    mode: Annotated[list[Mode] | None, typer.Option(help="Both if left out.")] = None,
    junit: Annotated[Path | None, typer.Option(help="Write JUnit XML here.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write one HTML page here.")] = None,
    gate: Annotated[
        Path | None,
        typer.Option(exists=True, dir_okay=False, help="File of what must be reached."),
    ] = None,
    baseline: Annotated[
        str | None,
        typer.Option(help="Baseline to compare with: its name, a run's id or a run's JSON file."),
    ] = None,
    save_baseline: Annotated[
        str | None, typer.Option(help="Make this run the baseline of that name.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Run the evaluation suites. Fails if a check fails; with a gate, if it is missed."""

    for name in suite or []:
        if Path(name).exists():
            raise typer.BadParameter(
                f"{name} is a path, and --suite takes the name of a suite. Give a collection as "
                f"the argument: ragstudio evaluate {name}"
            )
    demands = load_gate(gate) if gate else None
    modes = [chosen.value for chosen in mode or []]
    with open_studio() as client:
        if collection is not None:
            text, missing = run_collection(client, collection, modes), []
        else:
            text = run_evaluation(client, suite or [], modes)
            missing = find_missing_sources(client, text)
        run = EvaluationRun.model_validate_json(text)
        named = baseline or (demands.baseline if demands else None)
        folder = Path() if baseline or gate is None else gate.parent
        comparison, trouble = compare_with_baseline(client, run, named, folder)
        if save_baseline:
            body = {"run_id": run.id}
            client.call("PUT", f"/evaluations/baselines/{save_baseline}", json=body)
    write_json(text) if as_json else show_run(run)
    for warning in run.warnings:
        sys.stderr.write(f"{warning}\n")
    if comparison is not None and not as_json:
        show_comparison(comparison)
    write_reports(run, comparison, junit=junit, html=html)
    if missing:
        sys.stderr.write(
            f"Not loaded, so these checks cannot pass: {', '.join(missing)}. "
            "`make samples` loads the sample documents.\n"
        )
    failures = [*trouble, *find_failures(run, demands, comparison)]
    for failure in failures:
        sys.stderr.write(f"{failure}\n")
    raise typer.Exit(1 if failures else 0)


def compare(
    run: Annotated[str, typer.Argument(help="A run: its id, a baseline's name or a JSON file.")],
    baseline: Annotated[
        str, typer.Option(help="What to compare with: an id, a baseline's name or a JSON file.")
    ],
    mode: Annotated[Mode | None, typer.Option(help="Mode of the run.")] = None,
    baseline_mode: Annotated[Mode | None, typer.Option(help="Mode of the baseline.")] = None,
    as_json: Json = False,
) -> None:
    """Compare two runs case by case, with a paired test of every figure."""

    with open_studio() as client:
        ours, theirs = (load_baseline(client, name, Path()) for name in (run, baseline))
    comparison = compare_runs(
        ours,
        theirs,
        SearchMode(mode.value) if mode else None,
        SearchMode(baseline_mode.value) if baseline_mode else None,
    )
    write_json(comparison.model_dump_json(indent=2)) if as_json else show_comparison(comparison)


def experiments(
    names: Annotated[
        list[str] | None, typer.Argument(help="Ids of experiments; all if left out.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Run the experiments, each in scratch databases. Fails where one is not shown."""

    with open_studio() as client:
        text = run_experiments(client, names or [])
    run = ExperimentRun.model_validate_json(text)
    write_json(text if as_json else render_experiments_markdown(run.outcomes))
    if run.message:
        sys.stderr.write(f"The run broke: {run.message}\n")
    is_shown = run.status.value == "finished" and all(one.succeeded for one in run.outcomes)
    raise typer.Exit(0 if is_shown else 1)


class SampleKind(StrEnum):
    """What can be made up."""

    TEST_CASES = "testcases"


def samples(
    kind: Annotated[SampleKind, typer.Argument(help="What to make up: testcases.")],
    rows: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many rows.")] = 5000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same corpus.")] = 1,
    output: Annotated[Path, typer.Option(help="Folder to write to.")] = Path("artifacts"),
) -> None:
    """Write a generated corpus, a suite of questions about it, and counting questions."""

    for path in write_corpus(output, rows, seed):
        write_json(str(path))


_LOOK_SECONDS = 0.3


def run_evaluation(client: StudioClient, suites: list[str], modes: list[str]) -> str:
    """Start a run and wait for its end; returns it as the API answers it. Raises `CallRefused`."""
    body: dict[str, Any] = {"suites": suites or None, "modes": modes or None}
    return _follow(client, client.call("POST", "/evaluations/runs", json=body).json())


def run_collection(client: StudioClient, path: Path, modes: list[str]) -> str:
    """Run a collection in a scratch database and wait; the run as the API answers it.

    `path` is a `test_cases.json` or a folder with `corpus.jsonl`, `queries.jsonl` and
    `qrels/*.tsv`. Raises `CallRefused`.
    """
    files = [path]
    if path.is_dir():
        names = [path / "corpus.jsonl", path / "queries.jsonl", *sorted(path.glob("qrels/*.tsv"))]
        files = [name for name in names if name.is_file()]
    parts = [
        (
            "files",
            (file.name if file.parent.name != "qrels" else f"qrels/{file.name}", file.read_bytes()),
        )
        for file in files
    ]
    fields = {"name": path.stem if path.is_file() else path.name}
    if modes:
        fields["modes"] = ",".join(modes)
    answer = client.call("POST", "/evaluations/collections/runs", files=parts, data=fields)
    return _follow(client, answer.json())


def run_experiments(client: StudioClient, names: list[str]) -> str:
    """Run experiments and wait; the run as the API answers it. Raises `CallRefused`."""
    body = {"experiments": names or None}
    run = client.call("POST", "/experiments/runs", json=body).json()
    return _follow(client, run, "/experiments/runs")


def _follow(client: StudioClient, run: dict[str, Any], path: str = "/evaluations/runs") -> str:
    while True:
        answer = client.get(f"{path}/{run['id']}")
        if answer.json()["status"] != "running":
            return answer.text
        time.sleep(_LOOK_SECONDS)


def find_missing_sources(client: StudioClient, run_json: str) -> list[str]:
    """Sources that cases of the run expect and that are not ready in the studio."""
    chosen = set(json.loads(run_json)["suites"])
    expected = {
        (source["group"], source["filename"])
        for suite in client.get("/evaluations/suites").json()["items"]
        if suite["name"] in chosen
        for case in suite["cases"]
        for source in case["expected_sources"]
    }
    parameters: dict[str, Any] = {"status": "ready", "limit": 500}
    while True:
        page = client.call("GET", "/documents", params=parameters).json()
        expected -= {(document["group"], document["filename"]) for document in page["items"]}
        if page["next_cursor"] is None:
            return sorted(f"{group}/{filename}" for group, filename in expected)
        parameters["cursor"] = page["next_cursor"]


def calibrate_threshold(client: StudioClient, path: Path, *, as_json: bool) -> str:
    """Ask the labelled questions in `path`; the report, which the studio keeps, as text.

    It is Markdown or JSON. Raises `CallRefused`, and `StudioError` for a calibration that broke.
    """

    questions = load_labelled_questions(path).model_dump(mode="json", by_alias=True)
    client.call("POST", "/calibration/runs", json={"questions": questions})
    while (state := client.get("/calibration").json())["progress"]["running"]:
        time.sleep(_LOOK_SECONDS)
    if message := state["progress"]["message"]:
        raise InvalidState(
            f"The calibration broke: {message}.", hint="Correct the questions, then run again."
        )
    report = CalibrationReport.model_validate(state["report"])
    return render_calibration_json(report) if as_json else render_calibration_markdown(report)


def write_reports(
    run: "EvaluationRun",
    comparison: "RunComparison | None",
    *,
    junit: Path | None = None,
    html: Path | None = None,
) -> None:
    """Write the run as JUnit XML and as one HTML page, each where a path is given."""

    if junit is not None:
        _write(junit, render_junit(run))
    if html is not None:
        _write(html, render_html(run, comparison))


def show_run(run: "EvaluationRun") -> None:
    """The table of cases and the totals."""

    console = build_console()
    console.print(build_case_table(run, is_narrow=console.width < WIDE_COLUMNS))
    console.print(build_total_table(run))


def show_comparison(comparison: "RunComparison") -> None:
    """The figures of both runs with what the tests say, then the flips."""

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
    if comparison.changed:
        console.print(f"Expectation changed, not compared: {', '.join(comparison.changed)}.")


def load_baseline(client: StudioClient, name: str, folder: Path) -> "EvaluationRun":
    """The run in a JSON file of that name (seen from `folder`), else the studio's baseline or run.

    Raises `CallRefused` where there is neither, and `InvalidSuite` for a file that holds no run.
    """

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
