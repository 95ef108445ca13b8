"""Calibrating over HTTP, applying the threshold, and searching with it."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.running_server import Api, assert_error, wait_for

GROUP = "calibration"
FACTS = {
    "When does the ferry leave the quay?": "07:45",
    "How deep is berth nine?": "14.2 metres",
}
OFF_TOPIC = ("Who discovered penicillin?", "What is the capital of Peru?")


@pytest.fixture(scope="module")
def questions(api: Api) -> dict[str, Any]:
    text = (
        "# Quay\n\nThe ferry leaves the quay at 07:45.\n\n"
        "# Berths\n\nBerth nine is 14.2 metres deep.\n"
    )
    api.ingest(text, "quay.md", group=GROUP)
    source = {"filename": "quay.md", "group": GROUP}
    answerable = [
        {
            "id": f"known-{place}", "question": question, "answerable": True,
            "expected_sources": [{**source, "facts": [[fact]]}],
        }
        for place, (question, fact) in enumerate(FACTS.items())
    ]  # fmt: skip
    unknown = [
        {"id": f"unknown-{place}", "question": question, "answerable": False}
        for place, question in enumerate(OFF_TOPIC)
    ]
    return {"name": "quay-questions", "groups": [GROUP], "cases": [*answerable, *unknown]}


@pytest.fixture
def applied_nothing(api: Api) -> Iterator[None]:
    yield
    api.http.delete("/api/calibration/applied")


def test_a_calibration_is_kept_and_applied_by_one_call(
    api: Api, questions: dict[str, Any], applied_nothing: None
) -> None:
    before = api.http.get("/api/calibration").json()
    assert (before["origin"], before["threshold"], before["shipped"]) == ("none", None, 0.021)
    assert_error(api.http.post("/api/calibration/apply", json={}), 409, "invalid_state")
    started = api.http.post("/api/calibration/runs", json={"questions": questions})
    assert started.status_code == 202
    assert started.json()["progress"]["total"] == 4
    wait_for(lambda: not api.http.get("/api/calibration").json()["progress"]["running"])
    state = api.http.get("/api/calibration").json()
    report = state["report"]
    assert state["progress"]["message"] is None
    assert (report["reranker"], report["questions"]) == (state["reranker"], "quay-questions")
    assert len(report["curve"]) > 2
    low, high = report["fitted"]["refusal_recall_interval"]
    assert low <= report["fitted"]["refusal_recall"] <= high
    assert state["applied"] is None

    applied = api.http.post("/api/calibration/apply", json={}).json()
    assert applied["applied"]["threshold"] == applied["threshold"] == report["threshold"]
    assert applied["origin"] == "applied"
    body = {"query": "When does the ferry leave the quay?", "filters": {"group": [GROUP]}}
    answer = api.http.post("/api/search", json=body).json()
    assert answer["pipeline"]["minimum_score"] == report["threshold"]
    assert "calibrated in this studio and applied" in answer["message"]

    exact = api.http.post("/api/calibration/apply", json={"threshold": 0.99}).json()
    assert exact["threshold"] == 0.99
    withdrawn = api.http.delete("/api/calibration/applied").json()
    assert withdrawn["threshold"] == before["threshold"]
    assert_error(api.http.delete("/api/calibration/applied"), 404, "not_found")


def test_what_cannot_be_calibrated_is_said(api: Api, questions: dict[str, Any]) -> None:
    one_sided = {**questions, "cases": questions["cases"][:2]}
    api.http.post("/api/calibration/runs", json={"questions": one_sided})
    wait_for(lambda: not api.http.get("/api/calibration").json()["progress"]["running"])
    progress = api.http.get("/api/calibration").json()["progress"]
    assert "answerable and unanswerable" in progress["message"]
    assert_error(
        api.http.post("/api/calibration/apply", json={"threshold": 2}), 422, "validation_error"
    )
