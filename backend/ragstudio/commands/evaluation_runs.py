"""`ragstudio evaluate` and `calibrate`: runs followed to their end, and what is made of them."""

import json
import time
from pathlib import Path
from typing import Any

from ragstudio.commands.client import StudioClient

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
    from ragstudio.errors import InvalidState
    from ragstudio.evaluation.calibration.questions import load_labelled_questions
    from ragstudio.evaluation.calibration.report import CalibrationReport
    from ragstudio.evaluation.reports import render_calibration_json, render_calibration_markdown

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
