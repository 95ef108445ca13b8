"""What must be true of a studio that has come to rest, whatever happened to it."""

from typing import Any

import httpx

from ragstudio.storage.client import Database
from tests.faults.ledger import Ledger, Told
from tests.running_server import wait_for

_MOVING = {"queued", "processing", "deleting"}


def bring_to_rest(http: httpx.Client) -> dict[str, dict[str, Any]]:
    """Every document by its file name, once none is at work; each failed one is retried."""

    def look() -> list[dict[str, Any]] | None:
        answer = http.get("/api/documents", params={"limit": 500})
        if answer.status_code != 200:
            return None
        found: list[dict[str, Any]] = answer.json()["items"]
        return None if any(map(_is_moving, found)) else found or [{}]

    while failed := [each for each in wait_for(look, 100) if _take_up(http, each)]:
        assert all(each["filename"] for each in failed)
    documents = [each for each in wait_for(look) if each]
    assert all(each["status"] == "ready" for each in documents)
    names = [each["filename"] for each in documents]
    assert len(names) == len(set(names)), f"doubled: {sorted(names)}"
    return dict(zip(names, documents, strict=True))


def _is_moving(document: dict[str, Any]) -> bool:
    rechunking = document.get("rechunking")
    return document.get("status") in _MOVING or (bool(rechunking) and not rechunking["error"])


def _take_up(http: httpx.Client, document: dict[str, Any]) -> bool:
    """Have a document that failed with a reason tried again; False where it did not fail."""
    if document.get("status") == "failed":
        assert document["error"]["code"] and document["error"]["hint"], document
        assert http.post(f"/api/documents/{document['id']}/retry").status_code == 202
        return True
    if document.get("rechunking"):
        assert document["rechunking"]["error"]["hint"], document
        path = f"/api/documents/{document['id']}/chunking"
        assert http.post(path, json={"size": 500, "overlap": 0}).status_code == 202
        return True
    return False


def check_clients(http: httpx.Client, ledger: Ledger, documents: dict[str, Any]) -> None:
    """What was accepted is there once and found; what was deleted is found by no mode."""
    known = {entry.filename for entry in ledger.entries}
    assert set(documents) <= known, f"nobody sent {set(documents) - known}"
    for entry in [each for each in ledger.entries if each.told is not Told.GONE]:
        ledger.settle(entry, documents.get(entry.filename))
        if entry.told is Told.GONE:
            check_gone(http, entry.token)
        else:
            found = _search(http, entry.token, "hybrid")
            ids = {hit["document_id"] for hit in found if entry.token in hit["content"]}
            assert ids == {entry.document_id}, f"{entry.filename} is not found"
    for entry in ledger.entries:
        assert (entry.told is Told.GONE) == (entry.filename not in documents)


def check_gone(http: httpx.Client, token: str) -> None:
    """The word of a deleted document is found by no mode."""
    for mode in ("hybrid", "vector"):
        assert not [hit for hit in _search(http, token, mode) if token in hit["content"]]


def _search(http: httpx.Client, query: str, mode: str) -> list[dict[str, Any]]:
    body = {"query": query, "mode": mode, "include_superseded": True, "limit": 100}
    if mode == "vector":
        del body["include_superseded"]
    answer = http.post("/api/search", json=body)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["results"]
    return found


def check_storage(http: httpx.Client, database: Database, documents: dict[str, Any]) -> None:
    """The audit finds nothing, and a count of every collection past it agrees."""
    report = http.get("/api/audit").json()
    assert report["clean"], report["findings"]
    by_id = {each["id"]: each for each in documents.values()}
    assert database.documents.all_ids() == set(by_id)
    raw_files = {each["raw_file_id"] for each in by_id.values()}
    assert database.raw_files.file_ids() == raw_files
    assert database.raw_files.orphaned_chunk_owners() == {}
    expected = {each["id"]: each["counts"]["chunks"] for each in by_id.values()}
    assert database.chunks.document_ids() == expected
    assert report["vector_index"] == report["text_index"] == sum(expected.values())
    for document in by_id.values():
        _check_one_version(http, database, document, by_id)


def _check_one_version(
    http: httpx.Client, database: Database, document: dict[str, Any], by_id: dict[str, Any]
) -> None:
    """Its chunks are one set, say of the source what the record says, and cover its raw file."""
    chunks = database.chunks.list_page(document["id"], offset=0, limit=10_000)
    assert [chunk.chunk_index for chunk in chunks] == list(range(document["counts"]["chunks"]))
    source = document["source"]
    told = {(chunk.record_id, chunk.source_status.value) for chunk in chunks}
    assert told == {(source["record_id"], source["status"])}, document["filename"]
    raw = http.get(f"/api/documents/{document['id']}/raw").content
    assert chunks[-1].char_end == len(raw.decode()) and document["size_bytes"] == len(raw)
    replaced = by_id.get(document["replaces_document_id"] or "")
    if replaced is not None:
        assert replaced["replaced_by_document_id"], f"{replaced['filename']} is still in force"
