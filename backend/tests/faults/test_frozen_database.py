"""A `mongod` that is frozen holds its connections open and says nothing: the hardest absence."""

import signal
import time

import httpx
import pytest

from ragstudio.storage.client import Transaction
from ragstudio.storage.errors import DatabaseFailure
from tests.faults.absences import Call, check_refused, check_served, frozen
from tests.faults.invariants import bring_to_rest, check_gone
from tests.faults.processes import StudioProcesses
from tests.running_server import wait_for

# About two are promised; a machine that other tests keep busy needs longer.
SECONDS = 5.0


def _upload(http: httpx.Client, token: str) -> str:
    content = f"The word is {token}.".encode()
    answer = http.post("/api/documents", files=[("files", (f"{token}.txt", content))])
    assert answer.status_code == 202, answer.text
    return str(answer.json()["items"][0]["id"])


@pytest.mark.timeout(180)
def test_a_frozen_database_is_told_soon_and_loses_nothing(
    studio_processes: StudioProcesses,
) -> None:
    studio, http = studio_processes, studio_processes.http
    accepted = _upload(http, "zqfrozenaccepted")
    new = {"files": [("files", ("zqfrozennew.txt", b"The word is zqfrozennew."))]}
    calls: list[Call] = [
        ("GET", "/api/documents", {}),
        ("GET", f"/api/documents/{accepted}", {}),
        ("POST", "/api/search", {"json": {"query": "words"}}),
        ("POST", "/api/search", {"json": {"query": "words", "mode": "vector"}}),
        ("POST", "/api/documents", new),
        ("PATCH", f"/api/documents/{accepted}", {"json": {"owner": "Finance"}}),
    ]
    with frozen(studio):
        for _ in ("noticing it", "knowing it"):
            check_refused(http, calls, SECONDS)
        check_served(http, SECONDS)

    assert wait_for(lambda: http.get("/api/audit").json().get("clean"))
    documents = bring_to_rest(http)
    # A write that was sent may still be done once the database thaws: all of it, or nothing.
    assert documents["zqfrozenaccepted.txt"]["id"] == accepted
    for document in documents.values():
        assert http.delete(f"/api/documents/{document['id']}").status_code == 200
    for token in ("zqfrozenaccepted", "zqfrozennew"):
        check_gone(http, token)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("last", ["a write", "the commit"])
def test_what_was_broken_off_in_a_transaction_holds_up_nobody(
    studio_processes: StudioProcesses, last: str
) -> None:
    studio, database = studio_processes, studio_processes.database()
    document_id = _upload(studio.http, "zqbrokenoff")
    documents = bring_to_rest(studio.http)
    records = database._database["documents"]

    def write_and_freeze(transaction: Transaction) -> None:
        records.update_many({}, {"$set": {"group": "late"}}, session=transaction)
        studio.signal("mongod", signal.SIGSTOP)
        if last == "a write":
            records.update_many({}, {"$set": {"group": "later"}}, session=transaction)

    started = time.monotonic()
    try:
        with pytest.raises(DatabaseFailure):
            database.transact(write_and_freeze)
        assert time.monotonic() - started < SECONDS
    finally:
        studio.signal("mongod", signal.SIGCONT)
    assert database.interrupted.is_set()
    # Until the search index has caught up, a delete would be incomplete.
    wait_for(lambda: studio.http.get("/api/audit").status_code == 200)
    database.end_abandoned_transactions()
    started = time.monotonic()
    deleted = studio.http.delete(f"/api/documents/{document_id}")
    assert deleted.status_code == 200, deleted.text
    # MongoDB itself would end the transaction after a minute.
    assert time.monotonic() - started < 20
    assert {each["id"] for each in documents.values()} == {document_id}
