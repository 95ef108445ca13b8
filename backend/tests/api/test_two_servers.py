"""An API process holds nothing of its own: two over one database give the same answers."""

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from ragstudio.api.app import create_app
from ragstudio.settings import Settings
from ragstudio.studio import Studio
from tests.running_server import Api, new_text, wait_for


@pytest.fixture
def other(api_settings: Settings, api: Api) -> Iterator[TestClient]:
    """A second server over the database of the first."""
    studio = Studio.open(api_settings)
    studio.start()
    try:
        with TestClient(create_app(api_settings, studio), base_url="http://127.0.0.1") as client:
            wait_for(lambda: client.get("/api/health").json()["ready"])
            yield client
    finally:
        studio.close()


def _ask(server: Any, query: str, mode: str) -> Any:
    answer = server.post("/api/search", json={"query": query, "mode": mode, "limit": 20})
    assert answer.status_code == 200, answer.text
    found = answer.json()
    found["pipeline"].pop("timings_ms")
    return found


def test_a_document_uploaded_to_one_is_answered_and_deleted_by_the_other(
    api: Api, other: TestClient
) -> None:
    document = api.ingest(new_text("a quokka that keeps the lighthouse"))
    query = "Which quokka keeps the lighthouse?"
    for mode in ("vector", "hybrid"):
        first, second = _ask(api.http, query, mode), _ask(other, query, mode)
        assert first == second
        assert document["id"] in [hit["document_id"] for hit in second["results"]]

    receipt = other.delete(f"/api/documents/{document['id']}").json()
    assert receipt["verified"] is True
    for mode in ("vector", "hybrid"):
        first, second = _ask(api.http, query, mode), _ask(other, query, mode)
        assert first == second
        assert document["id"] not in [hit["document_id"] for hit in first["results"]]
