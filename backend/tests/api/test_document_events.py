"""Following documents as server-sent events."""

import itertools
import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import httpx

from tests.running_server import Api, new_text, wait_for


def read_events(answer: httpx.Response) -> Iterator[tuple[str, Any]]:
    """Name and data of each event, until the stream ends."""
    name = ""
    for line in answer.iter_lines():
        if line.startswith("event: "):
            name = line.removeprefix("event: ")
        elif line.startswith("data: "):
            yield name, json.loads(line.removeprefix("data: "))


def test_a_document_is_followed_from_upload_to_ready(api: Api) -> None:
    document = api.add("\n\n".join(new_text() for _ in range(200)), "followed.txt")
    with api.http.stream("GET", f"/api/documents/{document['id']}/events") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        events = list(read_events(answer))

    assert {name for name, _ in events} == {"document"}
    states = [data for _, data in events]
    assert states[-1]["status"] == "ready"
    assert len(states) > 3
    assert all(earlier != later for earlier, later in itertools.pairwise(states))
    times = [datetime.fromisoformat(state["updated_at"]) for state in states]
    assert times == sorted(times)


def test_a_document_that_is_ready_is_told_once(api: Api) -> None:
    document = api.ingest(new_text())
    with api.http.stream("GET", f"/api/documents/{document['id']}/events") as answer:
        events = list(read_events(answer))

    assert events == [("document", api.http.get(f"/api/documents/{document['id']}").json())]


def test_a_deletion_ends_the_stream(api: Api) -> None:
    text = "\n\n".join(new_text() * 20 for _ in range(100))
    document = api.add(text, "deleted-while-followed.txt")
    with api.http.stream("GET", f"/api/documents/{document['id']}/events") as answer:
        events = read_events(answer)
        assert next(events)[0] == "document"
        receipt = api.http.delete(f"/api/documents/{document['id']}").json()
        rest = list(events)

    assert receipt["verified"]
    assert rest[-1] == ("deleted", {"id": document["id"]})


def test_a_client_that_leaves_is_forgotten(api: Api) -> None:
    listeners = api.studio.events._listeners
    before = len(listeners)
    with api.http.stream("GET", "/api/events") as answer:
        events = read_events(answer)
        assert next(events) == ("open", {})
        assert len(listeners) == before + 1

    assert wait_for(lambda: len(listeners) == before)
