"""What an edit by hand in mongosh may leave behind is still read."""

from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
from bson import ObjectId
from bson.binary import Binary, BinaryVectorDtype

from ragstudio.records import BlockType, DocumentStatus, SourceStatus
from ragstudio.storage.client import Database
from ragstudio.storage.mapping import (
    blocks_from_bson,
    chunk_from_bson,
    document_from_bson,
    source_from_bson,
    vector_from_bson,
)

_CHUNK: dict[str, Any] = {
    "_id": ObjectId(), "document_id": ObjectId(), "filename": "leave.md", "group": "policies",
    "chunk_index": 3, "content": "Leave is 25 days.", "char_start": 10, "char_end": 27,
    "page": 2, "section": "Leave", "block_type": "list", "token_count": 6,
    "truncated_tokens": 0, "embedding_model": "mini", "source_status": "draft",
}  # fmt: skip


@pytest.mark.parametrize(
    ("field", "edited", "read"),
    [
        ("content", 5, ""),
        ("content", None, ""),
        ("chunk_index", "third", 0),
        ("char_end", 1.5, 0),
        ("block_type", "verse", BlockType.TEXT),
        ("source_status", "odd", SourceStatus.CURRENT),
        ("page", "two", None),
        ("section", ["Leave"], None),
        ("token_count", None, 0),
        ("group", 5, ""),
        ("filename", {"first": 1}, ""),
        ("effective_date", "2026", None),
    ],
)
def test_a_field_of_a_wrong_type_reads_as_its_default(field: str, edited: Any, read: Any) -> None:
    chunk = chunk_from_bson({**_CHUNK, field: edited})
    assert getattr(chunk, field) == read
    untouched = chunk_from_bson(_CHUNK).model_dump(exclude={field})
    assert chunk.model_dump(exclude={field}) == untouched


def test_every_field_of_a_chunk_may_be_gone() -> None:
    chunk = chunk_from_bson({"_id": _CHUNK["_id"]})
    assert chunk.id == str(_CHUNK["_id"])
    assert (chunk.document_id, chunk.content, chunk.block_type) == ("", "", BlockType.TEXT)


def test_a_record_is_read_whatever_was_edited_in_it() -> None:
    made = ObjectId.from_datetime(datetime(2026, 3, 1, tzinfo=UTC))
    document = document_from_bson(
        {"_id": made, "filename": "leave.md", "status": "lost", "counts": {"odd": 1}, "source": 3}
    )
    assert (document.filename, document.status) == ("leave.md", DocumentStatus.FAILED)
    assert (document.counts.chunks, document.source.status) == (0, SourceStatus.CURRENT)
    assert document.created_at == datetime(2026, 3, 1, tzinfo=UTC)


def test_source_metadata_keeps_what_can_be_read() -> None:
    source = source_from_bson({"record_id": "HR-201", "status": "old", "added": 1, "owner": ""})
    assert (source.record_id, source.status, source.owner) == ("HR-201", SourceStatus.CURRENT, None)


def test_blocks_that_cannot_be_read_are_left_out() -> None:
    readable = {"type": "text", "char_start": 0, "char_end": 4}
    blocks = blocks_from_bson([{"type": "verse"}, readable, "x"])
    assert [(block.char_start, block.char_end) for block in blocks] == [(0, 4)]
    assert blocks_from_bson("x") == []


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_a_vector_that_is_not_finite_counts_as_none(number: float) -> None:
    fine = Binary.from_vector([1.0, 0.5], BinaryVectorDtype.FLOAT32)
    assert np.array_equal(vector_from_bson(fine), [1.0, 0.5])
    assert vector_from_bson(Binary.from_vector([1.0, number], BinaryVectorDtype.FLOAT32)) is None


def test_one_edited_record_does_not_hide_the_others(database: Database) -> None:
    documents = database._database["documents"]
    now = datetime.now(UTC)
    documents.insert_many(
        [
            {"filename": "a.md", "status": "ready", "created_at": now, "identity": "a"},
            {"filename": 7, "status": None, "created_at": "today", "identity": "b"},
        ]
    )
    page, _ = database.documents.list_page()
    assert [(found.filename, found.status.value) for found in page] == [
        ("", "failed"),
        ("a.md", "ready"),
    ]
