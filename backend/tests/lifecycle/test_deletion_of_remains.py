"""Deleting what a person has already taken apart by hand: the receipt is true, nothing is left."""

from collections.abc import Callable
from typing import Any

import pytest
from pymongo.database import Database as MongoDatabase

from ragstudio.errors import DocumentNotFound
from ragstudio.lifecycle.audit import audit
from ragstudio.records import Document
from ragstudio.search.base import SearchFilter
from tests.lifecycle.conftest import Lifecycle

WORD = "zanzibarite"
TEXT = f"The {WORD} clause: every pebble is counted twice. " * 200

Meddle = Callable[[MongoDatabase[dict[str, Any]], Document], object]
MEDDLING: dict[str, tuple[Meddle, dict[str, int]]] = {
    "record": (lambda db, d: db["documents"].delete_one({}), {"record": 0}),
    "record and raw file": (
        lambda db, d: [
            db[name].delete_many({})
            for name in ("documents", "raw_files.files", "raw_files.chunks")
        ],
        {"record": 0, "raw_file": 0, "raw_file_chunks": 0},
    ),
    "record and chunks": (
        lambda db, d: [db[name].delete_many({}) for name in ("documents", "chunks")],
        {"record": 0, "chunks": 0, "vectors": 0, "vector_index": 0, "text_index": 0},
    ),
    "raw file row": (lambda db, d: db["raw_files.files"].delete_one({}), {"raw_file": 0}),
    "raw file chunks": (
        lambda db, d: db["raw_files.chunks"].delete_many({}),
        {"raw_file_chunks": 0},
    ),
    "some chunks": (
        lambda db, d: db["chunks"].delete_one({"chunk_index": 1}),
        dict.fromkeys(("chunks", "vectors", "vector_index", "text_index"), -1),
    ),
    "all chunks": (
        lambda db, d: db["chunks"].delete_many({}),
        dict.fromkeys(("chunks", "vectors", "vector_index", "text_index"), 0),
    ),
    "a vector": (
        lambda db, d: db["chunks"].update_one({"chunk_index": 1}, {"$unset": {"embedding": 1}}),
        dict.fromkeys(("vectors", "vector_index"), -1),
    ),
    "the raw file's id": (
        lambda db, d: db["documents"].update_one({}, {"$unset": {"raw_file_id": 1}}),
        {},
    ),
}


@pytest.mark.parametrize("what", MEDDLING)
def test_what_is_left_is_deleted_and_counted_as_it_was(lifecycle: Lifecycle, what: str) -> None:
    document = lifecycle.ingest(TEXT, "clause.txt")
    whole = lifecycle.deletion.count(document).model_dump()
    meddle, changed = MEDDLING[what]
    meddle(lifecycle.database._database, document)
    lifecycle.engine.catch_up()
    expected = {
        name: whole[name] + change if change < 0 else change for name, change in changed.items()
    }

    receipt = lifecycle.deletion.delete(document.id)

    assert {item.name: item.before for item in receipt.representations} == {**whole, **expected}
    assert all(item.removed == item.before for item in receipt.representations)
    assert receipt.verified
    assert receipt.filename == "clause.txt"
    assert lifecycle.engine.search_text(WORD, 5, SearchFilter()) == []
    report = audit(lifecycle.database, lifecycle.engine)
    assert (report.clean, report.chunks, report.text_index) == (True, 0, 0)
    assert lifecycle.database.raw_files.file_ids() == set()
    with pytest.raises(DocumentNotFound):
        lifecycle.deletion.delete(document.id)
