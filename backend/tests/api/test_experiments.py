"""Experiments over HTTP."""

import json
from pathlib import Path

import pytest

from tests.api.test_document_events import read_events
from tests.running_server import Api, assert_error


def test_the_experiments_are_listed(api: Api) -> None:
    listed = api.http.get("/api/experiments").json()
    assert len(listed["experiments"]) == 6
    assert listed["experiments"][0]["criteria"]["control_maximum_passed"] == 0


@pytest.fixture
def small_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working directory whose one experiment needs two sample documents."""
    folder = tmp_path / "evaluations"
    folder.mkdir()
    case = {
        "id": "penicillin",
        "question": "Who discovered penicillin?",
        "category": "unanswerable",
        "expected_behaviour": "abstain",
        "expected_sources": [],
    }
    suite = {"name": "small", "title": "S", "description": "D", "groups": ["noise"]}
    (folder / "small.json").write_text(json.dumps({**suite, "cases": [case]}))
    experiment = {
        "id": "threshold",
        "title": "Threshold",
        "problem": "Everything is answered.",
        "control": {"description": "no threshold", "minimum_score": 0.0},
        "treatment": {"description": "the calibrated one"},
        "cases": [case],
        "criteria": {"control_maximum_passed": 0, "treatment_minimum_passed": 1},
    }
    content = {
        "title": "T",
        "description": "D",
        "asked_on": "2026-08-01",
        "groups": ["noise"],
        "baseline_suites": ["small"],
        "experiments": [experiment],
    }
    (folder / "solution-experiments.json").write_text(json.dumps(content))
    monkeypatch.chdir(tmp_path)


def test_a_run_is_followed_to_its_end_and_leaves_the_corpus_alone(
    api: Api, small_folder: None
) -> None:
    before = api.studio.database.documents.total()
    run = api.http.post("/api/experiments/runs", json={}).json()
    assert (run["status"], run["total"]) == ("running", 4)
    path = f"/api/experiments/runs/{run['id']}"
    with api.http.stream("GET", f"{path}/events", timeout=120) as answer:
        events = list(read_events(answer))
    assert events[0][0] == events[-1][0] == "run"
    assert events[-1][1]["status"] == "finished", events[-1][1]["message"]
    steps = [data["done"] for name, data in events if name == "step"]
    assert steps == sorted(steps)
    [outcome] = api.http.get(path).json()["outcomes"]
    assert outcome["succeeded"], outcome["conclusion"]
    assert (outcome["control"]["passed"], outcome["treatment"]["passed"]) == (0, 1)
    assert outcome["gained"] == ["small: penicillin"]
    listed = api.http.get("/api/experiments/runs").json()["items"]
    assert listed[0]["id"] == run["id"]
    assert api.studio.database.documents.total() == before


def test_an_unknown_experiment_or_run_is_404(api: Api) -> None:
    body = {"experiments": ["nothing"]}
    assert_error(api.http.post("/api/experiments/runs", json=body), 404, "not_found")
    assert_error(api.http.get("/api/experiments/runs/nothing"), 404, "not_found")
