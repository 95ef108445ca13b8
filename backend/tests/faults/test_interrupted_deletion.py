"""A delete that is broken off says so, and is finished by itself: nothing is started anew."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest
from bson import ObjectId

from tests.faults.absences import Absence, frozen, killed
from tests.faults.invariants import bring_to_rest, check_gone
from tests.faults.processes import StudioProcesses
from tests.running_server import assert_error, wait_for

TOKEN = "zqlongfarewell"


@contextmanager
def _held_up(studio: StudioProcesses, raw_file_id: str) -> Iterator[None]:
    """Another transaction has written to the raw file, so that no delete gets to its end."""
    database = studio.database()
    files = database._database["raw_files.files"]
    with database._client.start_session() as session, session.start_transaction():
        held = files.update_one(
            {"_id": ObjectId(raw_file_id)}, {"$set": {"metadata.held": True}}, session=session
        )
        assert held.modified_count == 1
        yield
        session.abort_transaction()


@pytest.mark.timeout(180)
@pytest.mark.parametrize("absence", [frozen, killed])
def test_an_interrupted_delete_is_finished_without_a_restart(
    studio_processes: StudioProcesses, absence: Absence
) -> None:
    studio, http = studio_processes, studio_processes.http
    sent = [("files", (f"{TOKEN}.txt", f"The word is {TOKEN}."))]
    accepted = http.post("/api/documents", files=sent)
    assert accepted.status_code == 202, accepted.text
    document_id = accepted.json()["items"][0]["id"]
    path = f"/api/documents/{document_id}"
    raw_file_id = bring_to_rest(http)[f"{TOKEN}.txt"]["raw_file_id"]

    def is_deleting() -> bool:
        answer = http.get(path)
        return answer.status_code == 200 and answer.json()["status"] == "deleting"

    with ThreadPoolExecutor(1) as pool:
        with _held_up(studio, raw_file_id):
            answer = pool.submit(http.delete, path)
            wait_for(is_deleting)
            with absence(studio):
                assert_error(answer.result(), 503, "deletion_incomplete")
            if absence is frozen:
                # What held it up is there still; a search is answered once the index follows.
                wait_for(lambda: http.get("/api/audit").status_code == 200)
                check_gone(http, TOKEN)
                assert is_deleting()
        wait_for(lambda: http.get(path).status_code == 404)
    assert wait_for(lambda: http.get("/api/audit").json().get("clean"))
    check_gone(http, TOKEN)
    assert http.delete(path).status_code == 404
