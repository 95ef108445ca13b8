"""Giving chunks of an earlier version the fields they lack."""

from datetime import UTC, date, datetime

import numpy as np
from bson import ObjectId

from ragstudio.records import SourceMetadata, SourceStatus
from ragstudio.storage.chunk_fields import complete_chunks, list_section_ancestors
from ragstudio.storage.client import Database
from ragstudio.storage.mapping import vector_to_bson

_NEW = ("searchable", "in_force_from", "in_force_until", "section_path", "document_key", "spread")


def test_chunks_of_an_earlier_version_are_completed_once(database: Database) -> None:
    chunks, documents = database._database["chunks"], database._database["documents"]
    ready, waiting = ObjectId(), ObjectId()
    documents.insert_many(
        [
            {"_id": ready, "identity": "a", "status": "ready"},
            {"_id": waiting, "identity": "b", "status": "processing"},
        ]
    )
    vector = vector_to_bson(np.ones(4, dtype=np.float32))
    day = datetime(2026, 7, 1, tzinfo=UTC)
    old = {"content": "x", "section": "Leave > Straße", "embedding": vector}
    current = {"source_status": "current", "effective_date": day, "superseded_date": None}
    chunks.insert_many(
        [
            {**old, **current, "document_id": ready, "chunk_index": 0},
            {**old, "source_status": "draft", "document_id": waiting, "chunk_index": 0},
            # An edit by hand, or a chunk of a later version: what is said of it stays.
            {**old, "document_id": ObjectId(), "chunk_index": 0, "searchable": True},
        ]
    )
    assert complete_chunks(database._database) == 2
    assert complete_chunks(database._database) == 0
    one, draft, kept = chunks.find().sort("_id", 1)
    assert one["searchable"] is True and draft["searchable"] is False
    assert one["section_path"] == ["leave", "leave > strasse"]
    assert one["document_key"] == str(ready)
    assert 0 <= one["spread"] < 2**31
    assert (one["in_force_from"].date(), one["in_force_until"].date()) == (day.date(), date.max)
    assert (draft["in_force_from"].date(), draft["in_force_until"].date()) == (date.max, date.min)
    assert set(_NEW) <= set(one) and "spread" not in kept
    assert one["embedding"] == vector


def test_the_range_of_a_source_is_empty_where_it_is_never_in_force() -> None:
    draft = SourceMetadata(status=SourceStatus.DRAFT)
    assert not any(draft.is_in_force(day) for day in (date.min, date(2026, 1, 1), date.max))
    assert SourceMetadata().in_force_range == (date.min, date.max)


def test_the_ancestors_of_a_section_are_folded() -> None:
    assert list_section_ancestors(" A > B ") == ["a", "a > b"]
    assert list_section_ancestors("") == []
