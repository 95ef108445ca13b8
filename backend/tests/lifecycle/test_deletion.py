"""Deletion: complete, proven, and final, whatever the document is doing."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from ragstudio.errors import DeletionIncomplete, DocumentNotFound
from ragstudio.inference.base import Embedder
from ragstudio.lifecycle.audit import audit
from ragstudio.lifecycle.deletion import Deletion
from ragstudio.lifecycle.recovery import Recovery
from ragstudio.records import DocumentStatus, Stage
from ragstudio.search.base import IndexCounts, SearchFilter
from ragstudio.search.factory import build_engine
from ragstudio.storage.changes import ChunkFeed, Position
from tests.lifecycle.conftest import Lifecycle, wait_for

NAMES = [
    "record", "raw_file", "raw_file_chunks", "chunks", "vectors", "vector_index", "text_index",
]  # fmt: skip
TEXT = "The zanzibarite clause: every pebble is counted twice. " * 200


def _everything_stored(lifecycle: Lifecycle) -> int:
    return sum(
        lifecycle.database._database[name].count_documents({})
        for name in ("documents", "chunks", "raw_files.files", "raw_files.chunks")
    )


def test_receipt_lists_every_representation_counted_again(lifecycle: Lifecycle) -> None:
    document = lifecycle.ingest(TEXT, "clause.txt")
    receipt = lifecycle.deletion.delete(document.id)
    assert [item.name for item in receipt.representations] == NAMES
    by_name = {item.name: item for item in receipt.representations}
    assert by_name["record"].before == by_name["raw_file"].before == 1
    for name in ("chunks", "vectors", "vector_index", "text_index"):
        assert by_name[name].before == by_name[name].removed == document.counts.chunks
    assert all(item.after == 0 for item in receipt.representations)
    assert receipt.verified
    assert receipt.sha256 == document.sha256
    assert _everything_stored(lifecycle) == 0
    assert lifecycle.engine.search_text("zanzibarite", 5, SearchFilter()) == []


def test_deleting_twice_is_not_found(lifecycle: Lifecycle) -> None:
    document = lifecycle.ingest(TEXT, "clause.txt")
    lifecycle.deletion.delete(document.id)
    with pytest.raises(DocumentNotFound):
        lifecycle.deletion.delete(document.id)


def test_two_deletes_at_once_give_one_receipt(lifecycle: Lifecycle) -> None:
    document = lifecycle.ingest(TEXT, "clause.txt")

    def delete(_: int) -> str:
        try:
            return str(lifecycle.deletion.delete(document.id).verified)
        except DocumentNotFound:
            return "gone"

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(delete, range(2)))
    assert answers == ["True", "gone"]


def test_deleting_one_leaves_its_namesake(lifecycle: Lifecycle) -> None:
    first = lifecycle.ingest(TEXT + " one", "clause.txt")
    second = lifecycle.ingest(TEXT + " two", "clause.txt")
    lifecycle.deletion.delete(first.id)
    assert lifecycle.deletion.count(second).chunks == second.counts.chunks
    assert lifecycle.engine.count(second.id) == IndexCounts(
        second.counts.chunks, second.counts.chunks
    )


def test_a_queued_document_is_deleted(lifecycle: Lifecycle) -> None:
    document = lifecycle.upload(TEXT, "clause.txt")
    receipt = lifecycle.deletion.delete(document.id)
    assert receipt.verified
    assert lifecycle.worker.work_once() is False
    assert _everything_stored(lifecycle) == 0


@pytest.mark.parametrize("stage", [Stage.EXTRACTING, Stage.EMBEDDING, Stage.INDEXING])
def test_a_document_in_work_is_deleted_and_stays_deleted(
    lifecycle: Lifecycle, stage: Stage
) -> None:
    document = lifecycle.upload(TEXT * 12, "long.txt")
    reached = threading.Event()

    def notice(_: str, changed: object) -> None:
        if getattr(changed, "stage", None) is stage:
            reached.set()

    unsubscribe = lifecycle.events.subscribe(notice)
    thread = lifecycle.work_in_background()
    assert reached.wait(60)
    receipt = lifecycle.deletion.delete(document.id)
    assert receipt.verified
    # The worker has noticed when it is free for the next document.
    after = lifecycle.upload("short", "after.txt")
    wait_for(lambda: lifecycle.database.documents.get(after.id).stage is Stage.INDEXING)
    lifecycle.worker.stop()
    thread.join(30)
    unsubscribe()
    with pytest.raises(DocumentNotFound):
        lifecycle.database.documents.get(document.id)
    assert lifecycle.database.chunks.count(document.id) == 0
    assert lifecycle.database.raw_files.count(document.raw_file_id) == (0, 0)
    lifecycle.engine.catch_up()
    assert lifecycle.engine.count(document.id) == IndexCounts(0, 0)


def test_an_index_that_does_not_follow_in_time_is_said_and_follows_later(
    lifecycle: Lifecycle, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = lifecycle.ingest(TEXT, "clause.txt")
    barrier = ChunkFeed.barrier

    def reach_further(feed: ChunkFeed) -> Position:
        """A place in the log the feed has not come to, as on a machine that is far too busy."""
        seconds, increment = barrier(feed)
        return seconds + 3600, increment

    with monkeypatch.context() as busy:
        busy.setattr(ChunkFeed, "barrier", reach_further)
        with pytest.raises(DeletionIncomplete, match="deleted from MongoDB, but the search index"):
            Deletion(lifecycle.database, lifecycle.engine, index_seconds=0.2).delete(document.id)
    assert _everything_stored(lifecycle) == 0
    lifecycle.engine.catch_up()
    assert lifecycle.engine.count(document.id) == IndexCounts(0, 0)


def test_without_an_index_to_count_in_a_delete_is_incomplete_and_finished_later(
    lifecycle: Lifecycle, embedder: Embedder
) -> None:
    document = lifecycle.ingest(TEXT, "clause.txt")
    not_started = build_engine(lifecycle.settings, lifecycle.database, embedder.space)
    with pytest.raises(DeletionIncomplete, match="was interrupted"):
        Deletion(lifecycle.database, not_started).delete(document.id)
    assert lifecycle.database.documents.get(document.id).status is DocumentStatus.DELETING
    assert lifecycle.database.interrupted.is_set()
    Recovery(lifecycle.database, lifecycle.deletion, lifecycle.settings).recover()
    assert not lifecycle.database.interrupted.is_set()
    assert _everything_stored(lifecycle) == 0


def test_an_interrupted_delete_is_finished_by_recovery(lifecycle: Lifecycle) -> None:
    document = lifecycle.ingest(TEXT, "clause.txt")
    lifecycle.database.documents.mark_deleting(document.id)
    assert lifecycle.database.documents.get(document.id).status is DocumentStatus.DELETING
    Recovery(lifecycle.database, lifecycle.deletion, lifecycle.settings).recover()
    assert _everything_stored(lifecycle) == 0


def test_audit_is_clean_then_names_what_is_out_of_step(lifecycle: Lifecycle) -> None:
    document = lifecycle.ingest(TEXT, "clause.txt")
    assert audit(lifecycle.database, lifecycle.engine).clean
    collections = lifecycle.database._database
    collections["chunks"].delete_one({"chunk_index": 0})
    collections["chunks"].update_one({"chunk_index": 1}, {"$unset": {"embedding": 1}})
    collections["raw_files.chunks"].insert_one({"files_id": "stray", "n": 0, "data": b"x"})
    kinds = {finding.kind for finding in audit(lifecycle.database, lifecycle.engine).findings}
    assert kinds == {
        "chunks_out_of_step",
        "chunks_without_vector",
        "raw_file_chunks_without_file",
    }
    collections["documents"].delete_one({})
    kinds = {finding.kind for finding in audit(lifecycle.database, lifecycle.engine).findings}
    assert {"chunks_without_record", "raw_file_without_record"} <= kinds
    assert document.id
