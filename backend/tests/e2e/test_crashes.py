"""`kill -9` in the middle of ingestion: the document is resumed, with exactly one set of chunks."""

import psutil
import pytest

from tests.e2e.conftest import Server
from tests.running_server import new_text

# More than two batches of embedding: after the first there is time to be killed in.
PARAGRAPHS = 135


def upload_and_wait_for_the_middle(server: Server, name: str) -> str:
    text = new_text() + "\n\n".join(
        f"Paragraph {number} of {name}. " + f"Words about ship number {number}. " * 27
        for number in range(PARAGRAPHS)
    )
    document_id = server.upload(name, text)
    server.wait_until(
        document_id, lambda found: found["stage"] == "embedding" and found["counts"]["chunks"] > 0
    )
    return document_id


def assert_one_set_of_chunks(server: Server, document_id: str) -> None:
    document = server.wait_until(document_id, lambda found: found["status"] in {"ready", "failed"})
    assert document["status"] == "ready", document["error"]
    total = document["counts"]["chunks"]
    assert total >= PARAGRAPHS
    items = []
    while len(items) < total:
        page = server.http.get(
            f"/api/documents/{document_id}/chunks", params={"offset": len(items), "limit": 500}
        ).json()
        assert page["total"] == total
        items += page["items"]
    assert [chunk["chunk_index"] for chunk in items] == list(range(total))
    counts = server.http.get(f"/api/documents/{document_id}/storage").json()
    names = ("chunks", "vectors", "vector_index", "text_index")
    assert {counts[name] for name in names} == {total}
    assert server.http.get("/api/audit").json()["clean"]


@pytest.mark.timeout(300)
def test_a_killed_worker_is_replaced_and_its_document_resumed(server: Server) -> None:
    document_id = upload_and_wait_for_the_middle(server, "worker.txt")
    (worker,) = server.children("ragstudio.cli worker")
    worker.kill()

    assert_one_set_of_chunks(server, document_id)
    assert server.document(document_id)["attempts"] == 2
    assert worker.pid not in [child.pid for child in server.children("ragstudio.cli worker")]


@pytest.mark.timeout(300)
def test_a_killed_database_comes_back_and_the_work_goes_on(server: Server) -> None:
    document_id = upload_and_wait_for_the_middle(server, "mongod.txt")
    (mongod,) = server.children("--replSet")
    mongod.kill()

    assert_one_set_of_chunks(server, document_id)
    assert mongod.pid not in [child.pid for child in server.children("--replSet")]


@pytest.mark.timeout(300)
def test_a_killed_server_takes_its_children_along_and_resumes_when_started_again(
    server: Server,
) -> None:
    document_id = upload_and_wait_for_the_middle(server, "server.txt")
    children = server.children("")
    assert server.process is not None
    server.process.kill()
    server.process.wait()
    _, alive = psutil.wait_procs(children, timeout=30)
    assert alive == []

    server.start()

    assert_one_set_of_chunks(server, document_id)
    assert server.document(document_id)["attempts"] == 2
    found = server.http.post("/api/search", json={"query": "server.txt ship number 7"}).json()
    assert found["results"]
