"""Commands that measure and examine."""

import json
from pathlib import Path
from typing import Annotated

import typer

from ragstudio.commands.context import Json, chosen_url, load_settings, open_studio


def calibrate(
    questions: Annotated[
        Path, typer.Option(exists=True, dir_okay=False, help="File of labelled questions.")
    ] = Path("evaluations/calibration-questions.json"),
    apply: Annotated[
        bool, typer.Option("--apply", help="Let searches use the recommended threshold.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Recommend an abstention threshold for the reranker, with the whole curve."""
    from ragstudio.commands.evaluation_runs import calibrate_threshold
    from ragstudio.commands.output import write_json

    with open_studio() as client:
        write_json(calibrate_threshold(client, questions, as_json=as_json))
        if apply:
            client.call("POST", "/calibration/apply", json={})


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
