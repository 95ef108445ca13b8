"""Questions over HTTP."""

import math
from typing import Any

import pytest

from tests.running_server import Api, assert_error, new_text


@pytest.fixture(scope="module")
def group(api: Api) -> str:
    """A group with three documents about different things."""
    name = new_text()[7:20]
    for subject in ("the tide table of the harbour", "baking rye bread", "repairing bicycles"):
        api.ingest(new_text(subject), f"{subject}.md", group=name)
    return name


def test_a_question_is_answered_with_every_score(api: Api, group: str) -> None:
    body = {
        "query": "Where is the tide table?",
        "filters": {"group": [group]},
        "minimum_score": 0.0,
        "explain": True,
    }
    answer = api.http.post("/api/search", json=body).json()

    assert answer["decision"] == "answer"
    first = answer["results"][0]
    assert first["filename"] == "the tide table of the harbour.md"
    scores, ranks = first["scores"], first["ranks"]
    assert scores["reranker"] == pytest.approx(1 / (1 + math.exp(-scores["reranker_logit"])))
    assert scores["fused"] == pytest.approx(
        sum(1 / (60 + ranks[branch]) for branch in ("vector", "text") if ranks[branch])
    )
    assert [stage["name"] for stage in answer["stages"]] == ["vector", "text", "fused", "reranker"]
    assert answer["pipeline"]["timings_ms"]["total"] > 0


def test_stages_are_there_only_when_asked_for(api: Api, group: str) -> None:
    answer = api.http.post("/api/search", json={"query": "bread", "filters": {"group": [group]}})
    assert "stages" not in answer.json()


def test_the_same_question_gives_the_same_answer(api: Api, group: str) -> None:
    def ask() -> list[str]:
        body = {"query": "bicycles and bread", "filters": {"group": [group]}, "minimum_score": 0}
        return [hit["id"] for hit in api.http.post("/api/search", json=body).json()["results"]]

    answers = [ask() for _ in range(10)]
    assert answers[0]
    assert answers == [answers[0]] * 10


def test_both_modes_are_compared_on_one_question(api: Api, group: str) -> None:
    body = {"query": "rye bread", "filters": {"group": [group]}, "limit": 2}
    answer = api.http.post("/api/search/compare", json=body).json()

    assert set(answer) == {"vector", "hybrid"}
    assert answer["vector"]["mode"] == "vector"
    assert answer["hybrid"]["mode"] == "hybrid"
    timings = [answer[mode]["pipeline"]["timings_ms"]["embed"] for mode in answer]
    assert timings[0] == timings[1]
    assert len(answer["vector"]["results"]) == 2


@pytest.mark.parametrize("limit", [1, 3, 20, 100])
def test_never_more_than_limit_results(api: Api, group: str, limit: int) -> None:
    body = {"query": "bread", "mode": "vector", "limit": limit, "filters": {"group": [group]}}
    assert len(api.http.post("/api/search", json=body).json()["results"]) == min(limit, 3)


@pytest.mark.parametrize(
    ("field", "body"),
    [
        ("body.query", {}),
        ("body.query", {"query": ""}),
        ("body.query", {"query": "  "}),
        ("body.query", {"query": "x" * 2001}),
        ("body.query", {"query": {"$ne": ""}}),
        ("body.limit", {"query": "x", "limit": 0}),
        ("body.limit", {"query": "x", "limit": -1}),
        ("body.limit", {"query": "x", "limit": 101}),
        ("body.mode", {"query": "x", "mode": "magic"}),
        ("body.colour", {"query": "x", "colour": "red"}),
        ("body.filters.colour", {"query": "x", "filters": {"colour": "red"}}),
        ("body.filters.group", {"query": "x", "filters": {"group": {"$ne": "a"}}}),
        ("body.as_of", {"query": "x", "as_of": "yesterday"}),
        ("body.minimum_score", {"query": "x", "minimum_score": 1.5}),
        ("body.candidates", {"query": "x", "candidates": 501}),
    ],
)
def test_a_body_that_is_not_valid_names_the_field(
    api: Api, field: str, body: dict[str, Any]
) -> None:
    for path in ("/api/search", "/api/search/compare"):
        error = assert_error(api.http.post(path, json=body), 422, "validation_error")
        assert error["details"]["fields"][0]["field"].startswith(field)


def test_an_error_never_repeats_what_was_sent(api: Api) -> None:
    answer = api.http.post("/api/search", json={"query": "my secret question " * 200})
    assert_error(answer, 422, "validation_error")
    assert "secret" not in answer.text
