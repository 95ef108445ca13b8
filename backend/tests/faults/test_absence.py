"""While MongoDB is away every call is answered soon and in the one shape, and then it recovers."""

import httpx
import pytest

from tests.faults.absences import Call, check_refused, check_served, killed
from tests.faults.processes import StudioProcesses
from tests.running_server import wait_for

# Two are promised, and kept with one call at a time; nineteen at once, beside other tests, wait
# for the processor too.
SECONDS = 4.0


def _upload(http: httpx.Client, name: str) -> httpx.Response:
    return http.post("/api/documents", files=[("files", (f"{name}.txt", f"This is {name}."))])


@pytest.mark.timeout(180)
def test_every_kind_of_call_says_so_within_two_seconds(studio_processes: StudioProcesses) -> None:
    studio = studio_processes
    answer = _upload(studio.http, "zqaccepted")
    assert answer.status_code == 202, answer.text
    document_id = answer.json()["items"][0]["id"]
    path = f"/api/documents/{document_id}"
    calls: list[Call] = [
        ("GET", "/api/documents", {}),
        ("GET", path, {}),
        ("GET", f"{path}/raw", {}),
        ("GET", f"{path}/text", {}),
        ("GET", f"{path}/chunks", {}),
        ("GET", f"{path}/storage", {}),
        ("PATCH", path, {"json": {"owner": "Finance"}}),
        ("DELETE", path, {}),
        ("POST", f"{path}/retry", {}),
        ("POST", f"{path}/chunking", {"json": {"size": 300, "overlap": 0}}),
        ("POST", f"{path}/versions", {"files": [("files", ("v.txt", b"version"))]}),
        ("POST", "/api/documents", {"files": [("files", ("new.txt", b"new"))]}),
        ("POST", "/api/search", {"json": {"query": "words"}}),
        ("POST", "/api/search", {"json": {"query": "words", "mode": "vector"}}),
        ("POST", "/api/search/compare", {"json": {"query": "words"}}),
        ("GET", "/api/search/facets", {}),
        ("GET", "/api/audit", {}),
        ("GET", "/api/evaluations/runs", {}),
        ("GET", "/api/experiments/runs", {}),
    ]
    with killed(studio):
        check_refused(studio.http, calls, SECONDS)
        check_served(studio.http, SECONDS)

    def look() -> bool:
        found = studio.http.get(path)
        return found.status_code == 200 and found.json()["status"] == "ready"

    wait_for(look, 90)
    assert wait_for(lambda: studio.http.get("/api/audit").json().get("clean"))
    assert studio.http.delete(path).status_code == 200
