"""Evaluation over HTTP."""

from typing import Any

import pytest

from tests.api.test_document_events import read_events
from tests.running_server import Api, assert_error, wait_for


def test_the_suites_are_listed_with_their_cases(api: Api) -> None:
    suites = api.http.get("/api/evaluations/suites").json()["items"]
    assert {suite["name"]: len(suite["cases"]) for suite in suites} == {
        "questions": 12,
        "conflict-and-noise-questions": 7,
        "parsing-challenge-questions": 24,
    }
    assert [suite["by_default"] for suite in suites] == [True, True, False]


def test_a_run_is_followed_to_its_end_and_kept(api: Api) -> None:
    body = {"suites": ["conflict-and-noise-questions"], "modes": ["vector"]}
    started = api.http.post("/api/evaluations/runs", json=body)
    assert started.status_code == 202
    run = started.json()
    assert (run["status"], run["total"]) == ("running", 7)

    with api.http.stream("GET", f"/api/evaluations/runs/{run['id']}/events") as answer:
        events = list(read_events(answer))

    assert events[0][0] == events[-1][0] == "run"
    assert events[-1][1]["status"] == "finished"
    done = [data["done"] for name, data in events if name == "case"]
    assert done == sorted(done)
    kept = api.http.get(f"/api/evaluations/runs/{run['id']}").json()
    assert len(kept["cases"]) == 7
    assert kept["configuration"]["studio"]["reranker"]["name"]
    listed = api.http.get("/api/evaluations/runs").json()["items"]
    assert run["id"] in {one["id"] for one in listed}
    assert listed[0]["cases"] == []


def test_no_body_fields_mean_all_suites_in_both_modes(api: Api) -> None:
    run = api.http.post("/api/evaluations/runs", json={}).json()
    assert run["total"] == 38

    def look() -> bool:
        answer = api.http.get(f"/api/evaluations/runs/{run['id']}")
        return bool(answer.json()["status"] == "finished")

    wait_for(look)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"suites": ["nothing"]}, 404, "not_found"),
        ({"suites": []}, 422, "validation_error"),
        ({"modes": []}, 422, "validation_error"),
        ({"modes": ["magic"]}, 422, "validation_error"),
        ({"colour": "red"}, 422, "validation_error"),
    ],
)
def test_a_run_that_cannot_be_made_is_refused(
    api: Api, body: dict[str, Any], status: int, code: str
) -> None:
    assert_error(api.http.post("/api/evaluations/runs", json=body), status, code)


@pytest.mark.parametrize("run_id", ["000000000000000000000000", "nothing"])
def test_an_unknown_run_is_404(api: Api, run_id: str) -> None:
    assert_error(api.http.get(f"/api/evaluations/runs/{run_id}"), 404, "not_found")
    assert_error(api.http.get(f"/api/evaluations/runs/{run_id}/events"), 404, "not_found")
