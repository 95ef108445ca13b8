"""Commands that tell whether something got better."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ragstudio.commands.context import Json, Mode, open_studio


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
    from ragstudio.commands.evaluation_runs import (
        find_missing_sources,
        run_collection,
        run_evaluation,
    )
    from ragstudio.commands.output import write_json
    from ragstudio.commands.run_reports import (
        compare_with_baseline,
        find_failures,
        show_comparison,
        show_run,
        write_reports,
    )
    from ragstudio.evaluation.gate import load_gate
    from ragstudio.evaluation.runs import EvaluationRun

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
    from ragstudio.commands.output import write_json
    from ragstudio.commands.run_reports import load_baseline, show_comparison
    from ragstudio.evaluation.comparison import compare_runs
    from ragstudio.retrieval.request import SearchMode

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
    from ragstudio.commands.evaluation_runs import run_experiments
    from ragstudio.commands.output import write_json
    from ragstudio.evaluation.experiment_reports import render_experiments_markdown
    from ragstudio.evaluation.experiment_runs import ExperimentRun

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
    from ragstudio.commands.output import write_json
    from ragstudio.evaluation.generated_cases import write_corpus

    for path in write_corpus(output, rows, seed):
        write_json(str(path))
