"""What would leave the machine is shown, and agreed to, over HTTP."""

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.retrieval.stub_model import DONE, StubModel, run_stub_model, write_event
from tests.running_server import Api, assert_error

NOTICE = "/api/clarify/openrouter"


def test_consent_is_off_until_given_and_can_be_taken_back(api: Api) -> None:
    notice = api.http.get(NOTICE).json()
    assert (notice["is_configured"], notice["has_consented"]) == (False, False)
    assert any("question" in line for line in notice["sends"])
    agreed = api.http.post(f"{NOTICE}/consent").json()
    assert agreed["has_consented"] is True
    assert agreed["consented_at"] is not None
    assert api.http.get(NOTICE).json() == agreed
    assert api.http.delete(f"{NOTICE}/consent").json()["has_consented"] is False
    assert api.http.get(NOTICE).json()["has_consented"] is False


def test_the_model_address_shows_the_same_notice(api: Api) -> None:
    assert api.http.post("/api/model/consent").json()["has_consented"] is True
    assert api.http.get(NOTICE).json()["has_consented"] is True
    assert api.http.delete("/api/model/consent").json() == api.http.get("/api/model").json()


def read_events(answer: httpx.Response) -> list[tuple[str, Any]]:
    assert answer.status_code == 200, answer.text
    events = []
    for block in answer.text.split("\n\n"):
        lines = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        if "event" in lines:
            events.append((lines["event"], json.loads(lines["data"])))
    return events


@pytest.fixture
def model(api: Api, monkeypatch: pytest.MonkeyPatch) -> Iterator[StubModel]:
    """The shared studio with a scripted model that a person has agreed to."""
    with run_stub_model() as stub:
        settings = api.studio.settings.model_copy(
            update={"llm_base_url": stub.base_url, "llm_model": "scripted"}
        )
        monkeypatch.setattr(api.studio, "settings", settings)
        api.http.post("/api/model/consent")
        yield stub
        api.http.delete("/api/model/consent")


@pytest.fixture
def body(api: Api) -> dict[str, Any]:
    document = api.ingest(
        f"# Caps {uuid4().hex}\n\nThe hotel cap per night in Valencia is EUR 145.\n"
    )
    return {
        "query": "What is the hotel cap per night in Valencia?",
        "filters": {"document_ids": [document["id"]]},
    }


def test_an_answer_comes_after_its_passages_and_is_checked(
    api: Api, model: StubModel, body: dict[str, Any]
) -> None:
    said = ["The hotel cap in Valencia ", "is EUR 145 [1]. In Porto it is 99 [1][4]."]
    model.pieces = [write_event(piece) for piece in said] + [DONE]
    events = read_events(api.http.post("/api/answers", json=body))
    assert [name for name, _ in events] == ["passages", "piece", "piece", "answer"]
    assert events[0][1]["decision"] == "answer"
    answer = events[-1][1]
    assert (answer["text"], answer["model"]) == ("".join(said), "scripted")
    good, bad = answer["sentences"]
    assert (good["citations"], good["missing_terms"], good["is_supported"]) == ([1], [], True)
    assert (bad["citations"], bad["unknown_citations"]) == ([1], [4])
    assert bad["missing_terms"] == ["Porto", "99"]
    [request] = model.requests
    prompt = api.http.post("/api/answers/prompt", json=body).json()
    assert [message["content"] for message in request["messages"]] == [
        prompt["system"],
        prompt["user"],
    ]
    assert request["temperature"] == 0.1


@pytest.mark.parametrize(
    ("script", "word"),
    [
        ({"status": 401}, "401"),
        ({"pieces": [write_event("Half")], "cuts": True}, "cut"),
        ({"pieces": [write_event("x" * 20_000)]}, "longer"),
        ({"body": b"<html>"}, "read"),
    ],
)
def test_a_model_that_fails_leaves_the_passages(
    api: Api, model: StubModel, body: dict[str, Any], script: dict[str, Any], word: str
) -> None:
    for name, value in script.items():
        setattr(model, name, value)
    events = read_events(api.http.post("/api/answers", json=body))
    assert events[0][0] == "passages" and events[0][1]["results"]
    assert events[-1][0] == "failed"
    assert word in events[-1][1]["reason"]


def test_nothing_is_sent_without_evidence_consent_or_model(
    api: Api, model: StubModel, body: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    unanswerable = {**body, "query": "Who won the chess olympiad of 1972?"}
    for asked, word in ((unanswerable, "no evidence"), (body, "agreed"), (body, "LLM_BASE_URL")):
        if word == "agreed":
            api.http.delete("/api/model/consent")
        if word == "LLM_BASE_URL":
            monkeypatch.undo()
        events = read_events(api.http.post("/api/answers", json=asked))
        assert [name for name, _ in events] == ["passages", "withheld"]
        assert word in events[1][1]["reason"]
    assert model.requests == []


def test_errors_of_a_search_are_ordinary_answers(api: Api) -> None:
    assert_error(api.http.post("/api/answers", json={"query": " "}), 422, "validation_error")
