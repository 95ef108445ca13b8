"""Edits by hand in mongosh show in the next search and in the audit, and break nothing."""

from typing import Any

import pytest

from ragstudio.chunking.plan import ChunkingChoice
from ragstudio.lifecycle.audit import audit
from ragstudio.lifecycle.extracted_text import read_extracted_text
from ragstudio.lifecycle.rechunking import request_rechunking
from ragstudio.lifecycle.retry import retry_document
from ragstudio.records import DocumentStatus, Stage
from ragstudio.search.base import SearchFilter
from tests.lifecycle.conftest import Lifecycle, wait_for

TEXT = "The zanzibarite clause: every pebble is counted twice. " * 100


def _kinds(lifecycle: Lifecycle) -> set[str]:
    return {finding.kind for finding in audit(lifecycle.database, lifecycle.engine).findings}


def _found(lifecycle: Lifecycle, words: str) -> int:
    lifecycle.engine.catch_up()
    return len(lifecycle.engine.search_text(words, 100, SearchFilter()))


@pytest.mark.parametrize(
    ("edit", "kinds", "fewer"),
    [
        ({"$set": {"content": "A gobbledegook of pebbles."}}, {"chunks_edited"}, 1),
        ({"$unset": {"content": 1}}, {"chunks_edited"}, 1),
        ({"$set": {"content": 7}}, {"chunks_edited"}, 1),
        ({"$unset": {"chunk_index": 1}}, {"chunks_edited"}, 0),
        ({"$set": {"char_start": "here"}}, {"chunks_edited"}, 0),
        ({"$set": {"block_type": "verse"}}, {"chunks_edited"}, 0),
        ({"$set": {"effective_date": "soon"}}, set(), 0),
        ({"$set": {"group": "another"}}, {"chunks_disagree_with_record"}, 0),
        ({"$set": {"source_status": "superseded"}}, {"chunks_disagree_with_record"}, 0),
        ({"$set": {"blocks": "none"}}, set(), 0),
        (
            {"$set": {"embedding": [1, 2]}},
            {"chunks_without_vector"},
            0,
        ),
        ({"$unset": {"document_id": 1}}, {"chunks_out_of_step", "chunks_without_record"}, 0),
    ],
)
def test_an_edited_chunk_shows_and_breaks_nothing(
    lifecycle: Lifecycle, edit: dict[str, Any], kinds: set[str], fewer: int
) -> None:
    document = lifecycle.ingest(TEXT, "clause.txt")
    before = _found(lifecycle, "zanzibarite")
    assert _kinds(lifecycle) == set()
    lifecycle.database._database["chunks"].update_one({"chunk_index": 1}, edit)
    assert _found(lifecycle, "zanzibarite") == before - fewer
    assert _found(lifecycle, "gobbledegook") == ("gobbledegook" in str(edit))
    assert _kinds(lifecycle) >= kinds
    assert read_extracted_text(lifecycle.database, document.id).text
    lifecycle.database.chunks.list_page(document.id, offset=0, limit=100, with_vectors=True)
    # Cutting it anew puts everything right.
    choice = ChunkingChoice(size=500, overlap=0)
    request_rechunking(lifecycle.database, lifecycle.settings, document.id, choice)
    assert lifecycle.worker.work_once()
    wait_for(lifecycle.finisher.finish_waiting)
    assert _kinds(lifecycle) <= {"chunks_without_record"}
    lifecycle.database._database["chunks"].delete_many({"document_id": None})


@pytest.mark.parametrize(
    "edit",
    [
        {"$unset": {"attempts": 1}},
        {"$set": {"attempts": "many"}},
        {"$set": {"status": "processing"}},
        {"$set": {"status": "processing", "lease": {"owner": "nobody"}}},
        {"$unset": {"stages": 1, "progress": 1, "counts": 1, "lease": 1, "warnings": 1}},
    ],
)
def test_an_edited_record_is_not_stuck(lifecycle: Lifecycle, edit: dict[str, Any]) -> None:
    document = lifecycle.upload(TEXT, "clause.txt")
    lifecycle.database._database["documents"].update_one({}, edit)
    assert lifecycle.worker.work_once()
    assert lifecycle.settle(document.id).status is DocumentStatus.READY
    assert _kinds(lifecycle) == set()


def test_a_status_nobody_knows_can_be_retried(lifecycle: Lifecycle) -> None:
    document = lifecycle.ingest(TEXT, "clause.txt")
    lifecycle.database._database["documents"].update_one({}, {"$set": {"status": "odd"}})
    assert lifecycle.database.documents.get(document.id).status is DocumentStatus.FAILED
    retry_document(lifecycle.database, document.id)
    lifecycle.worker.work_once()
    assert lifecycle.settle(document.id).status is DocumentStatus.READY


def test_a_record_without_its_stages_holds_up_no_other(lifecycle: Lifecycle) -> None:
    edited = lifecycle.upload(TEXT, "edited.txt")
    lifecycle.worker.work_once()
    lifecycle.database._database["documents"].update_one({}, {"$set": {"stages": "none"}})
    other = lifecycle.upload("Another one.", "other.txt")
    lifecycle.worker.work_once()
    assert lifecycle.settle(other.id).status is DocumentStatus.READY
    assert lifecycle.settle(edited.id).status is DocumentStatus.READY


def test_a_raw_file_with_a_hole_fails_with_its_reason_at_once(lifecycle: Lifecycle) -> None:
    document = lifecycle.upload(TEXT, "clause.txt")
    lifecycle.database._database["raw_files.chunks"].update_one({}, {"$set": {"data": b"short"}})
    lifecycle.worker.work_once()
    failed = lifecycle.settle(document.id)
    assert failed.error is not None
    assert (failed.error.code, failed.error.stage) == ("raw_file_missing", Stage.EXTRACTING)
    assert failed.attempts == 1
