"""Commands that measure and examine."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from ragstudio.commands.context import Json, Mode, chosen_url, load_settings, open_studio


def evaluate(
    suite: Annotated[
        list[str] | None, typer.Option(help="Name of a suite; all if left out.")
    ] = None,
    mode: Annotated[list[Mode] | None, typer.Option(help="Both if left out.")] = None,
    junit: Annotated[Path | None, typer.Option(help="Write JUnit XML here.")] = None,
    gate: Annotated[
        Path | None,
        typer.Option(exists=True, dir_okay=False, help="File of totals that must be reached."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Run the evaluation suites. Fails if a check fails; with a gate, if it is missed."""
    from ragstudio.commands.evaluation_runs import (
        find_failures,
        find_missing_sources,
        run_evaluation,
        show_run,
        write_junit,
    )
    from ragstudio.commands.output import write_json

    with open_studio() as client:
        run = run_evaluation(client, suite or [], [chosen.value for chosen in mode or []])
        missing = find_missing_sources(client, run)
    write_json(run) if as_json else show_run(run)
    if junit is not None:
        write_junit(run, junit)
    if missing:
        sys.stderr.write(
            f"Not loaded, so these checks cannot pass: {', '.join(missing)}. "
            "`make samples` loads the sample documents.\n"
        )
    failures = find_failures(run, gate)
    for failure in failures:
        sys.stderr.write(f"{failure}\n")
    raise typer.Exit(1 if failures else 0)


def calibrate(
    questions: Annotated[
        Path, typer.Option(exists=True, dir_okay=False, help="File of labelled questions.")
    ] = Path("evaluations/calibration-questions.json"),
    as_json: Json = False,
) -> None:
    """Recommend an abstention threshold for the reranker, with the whole curve."""
    from ragstudio.commands.evaluation_runs import calibrate_threshold
    from ragstudio.commands.output import write_json

    with open_studio() as client:
        write_json(calibrate_threshold(client, questions, as_json=as_json))


def audit(as_json: Json = False) -> None:
    """Look for residue: anything in one representation that another lacks."""
    from ragstudio.commands.output import show_audit, write_json

    with open_studio() as client:
        answer = client.get("/audit")
    write_json(answer.text) if as_json else show_audit(answer.json())
    raise typer.Exit(0 if answer.json()["clean"] else 1)


def doctor(as_json: Json = False) -> None:
    """Say what is installed, loaded and reachable."""
    from ragstudio.commands.examination import examine
    from ragstudio.commands.output import show_checks, write_json

    findings = examine(load_settings(), chosen_url())
    write_json(json.dumps({"checks": findings})) if as_json else show_checks(findings)
    raise typer.Exit(1 if any(finding["state"] == "missing" for finding in findings) else 0)
