"""`ragstudio evaluate` and `calibrate`: runs followed to their end, and what is made of them."""

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragstudio.commands.client import StudioClient

if TYPE_CHECKING:
    from ragstudio.retrieval.request import SearchRequest
    from ragstudio.retrieval.response import SearchResponse

_LOOK_SECONDS = 0.3
_WIDE_COLUMNS = 170


class RemoteSearcher:
    """A searcher that asks the API."""

    def __init__(self, client: StudioClient) -> None:
        self._client = client

    def search(self, request: "SearchRequest", /) -> "SearchResponse":
        """Answer one question. Raises `CallRefused`."""
        from ragstudio.retrieval.response import SearchResponse

        body = request.model_dump(mode="json")
        return SearchResponse.model_validate_json(
            self._client.call("POST", "/search", json=body).text
        )


def run_evaluation(client: StudioClient, suites: list[str], modes: list[str]) -> str:
    """Start a run and wait for its end; returns it as the API answers it. Raises `CallRefused`."""
    body: dict[str, Any] = {"suites": suites or None, "modes": modes or None}
    run = client.call("POST", "/evaluations/runs", json=body).json()
    while True:
        answer = client.get(f"/evaluations/runs/{run['id']}")
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


def write_junit(run_json: str, path: Path) -> None:
    """Write the run as JUnit XML."""
    from ragstudio.evaluation.reports import render_junit
    from ragstudio.evaluation.runs import EvaluationRun

    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(render_junit(EvaluationRun.model_validate_json(run_json)), encoding="utf-8")


def show_run(run_json: str) -> None:
    """The table of cases and the totals."""
    from ragstudio.commands.output import build_console
    from ragstudio.evaluation.reports import build_case_table, build_total_table
    from ragstudio.evaluation.runs import EvaluationRun

    run = EvaluationRun.model_validate_json(run_json)
    console = build_console()
    console.print(build_case_table(run, is_narrow=console.width < _WIDE_COLUMNS))
    console.print(build_total_table(run))


def find_failures(run_json: str, gate: Path | None) -> list[str]:
    """Why the run counts as failed.

    It broke, or it missed a minimum of the gate in that file; without a gate, a check failed. Of
    two modes the hybrid one is judged: vector-only retrieval stands beside it for comparison.
    """
    from ragstudio.evaluation.gate import find_failures as find_gate_failures
    from ragstudio.evaluation.gate import load_gate
    from ragstudio.evaluation.runs import EvaluationRun, RunStatus
    from ragstudio.retrieval.request import SearchMode

    run = EvaluationRun.model_validate_json(run_json)
    broken = [f"The run broke: {run.message}"] if run.status is RunStatus.FAILED else []
    if gate is not None:
        return broken + find_gate_failures(load_gate(gate), run.summaries)
    judged = SearchMode.HYBRID if SearchMode.HYBRID in run.modes else SearchMode.VECTOR
    return broken + [
        f"{case.suite}: {case.case_id} failed in {case.mode.value} mode"
        for case in run.cases
        if case.mode is judged and not case.verdict.passed
    ]


def calibrate_threshold(client: StudioClient, path: Path, *, as_json: bool) -> str:
    """Ask the labelled questions in `path`; returns the report, as Markdown or as JSON."""
    from ragstudio.evaluation.calibration_questions import load_labelled_questions
    from ragstudio.evaluation.calibration_runner import calibrate
    from ragstudio.evaluation.reports import render_calibration_json, render_calibration_markdown

    report = calibrate(RemoteSearcher(client), load_labelled_questions(path))
    return render_calibration_json(report) if as_json else render_calibration_markdown(report)
