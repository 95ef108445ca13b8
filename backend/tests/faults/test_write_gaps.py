"""Killed between any two writes of one operation, a document is whole again after a restart.

Every gap is reached: the operation is run again and again, killed before its first write, before
its second, and so on, until it is not killed any more.
"""

from collections.abc import Callable, Iterator
from itertools import count

import pytest

from ragstudio.errors import DuplicateDocument
from ragstudio.lifecycle.audit import audit
from ragstudio.lifecycle.recovery import Recovery
from ragstudio.lifecycle.worker import attempts_exhausted
from ragstudio.records import Document, DocumentStatus, SourceStatus
from ragstudio.search.base import SearchFilter
from ragstudio.storage.embedded import EmbeddedMongod
from ragstudio.storage.erasure import Remains
from tests.faults.killed_process import run, upload_text
from tests.faults.processes import CONTEXT
from tests.lifecycle.conftest import Lifecycle, wait_for

TOKEN = "zqbeforehand"


def _kill_in_every_gap(
    lifecycle: Lifecycle, mongod: EmbeddedMongod, what: str, prepare: Callable[[], str]
) -> Iterator[tuple[str, bool]]:
    """After each kill and restart: the document's id, and whether this was the whole operation."""
    for number in count(1):
        document_id = prepare()
        arguments = (mongod.uri, lifecycle.database.name, lifecycle.settings, what)
        process = CONTEXT.Process(target=run, args=(*arguments, document_id, number))
        process.start()
        process.join()
        assert process.exitcode in (0, -9), f"{what} broke in gap {number}"
        _restart(lifecycle)
        yield document_id, process.exitcode == 0
        for left in lifecycle.database.documents.all_ids():
            assert lifecycle.deletion.delete(left).verified
        assert lifecycle.engine.search_text(TOKEN, 5, SearchFilter()) == []
        assert audit(lifecycle.database, lifecycle.engine).clean
        if process.exitcode == 0:
            assert number > 1
            return


def _restart(lifecycle: Lifecycle) -> None:
    """What a new start does, until every document has come to rest; nothing may be out of step."""
    database = lifecycle.database
    recovery = Recovery(database, lifecycle.deletion, lifecycle.settings)
    # The one that was killed is dead, and it alone was at work.
    database.end_abandoned_transactions()
    recovery.take_over()
    recovery.recover()
    while lifecycle.worker.work_once():
        pass
    wait_for(lambda: lifecycle.finisher.finish_waiting() or not database.documents.awaiting_index())
    lifecycle.finisher.finish_waiting()
    documents = list(database.documents.iterate())
    assert {document.status for document in documents} <= {
        DocumentStatus.READY,
        DocumentStatus.FAILED,
    }
    assert all(document.rechunking is None for document in documents)
    report = audit(database, lifecycle.engine)
    assert report.clean, report.findings


def _queue(lifecycle: Lifecycle) -> str:
    return lifecycle.upload(upload_text(TOKEN), "beforehand.txt").id


def _make_ready(lifecycle: Lifecycle) -> str:
    return lifecycle.ingest(f"The word is {TOKEN}.", "beforehand.txt").id


def _make_failed(lifecycle: Lifecycle) -> str:
    document_id = _queue(lifecycle)
    assert lifecycle.database.documents.claim("gone:1:", -1.0, 1) is not None
    assert lifecycle.database.documents.fail_exhausted(1, attempts_exhausted(1)) == 1
    return document_id


def _get(lifecycle: Lifecycle, document_id: str) -> Document:
    return lifecycle.database.documents.get(document_id)


def test_intake_is_whole_or_nothing(lifecycle: Lifecycle, mongod: EmbeddedMongod) -> None:
    for _, is_done in _kill_in_every_gap(lifecycle, mongod, "intake", lambda: TOKEN):
        stored = lifecycle.database.documents.find_by_filename(f"{TOKEN}.txt")
        assert (stored is not None) == is_done
        if is_done:
            with pytest.raises(DuplicateDocument):
                lifecycle.upload(upload_text(TOKEN))
        else:
            assert lifecycle.ingest(upload_text(TOKEN)).status is DocumentStatus.READY


def test_an_edit_reaches_record_and_chunks_or_neither(
    lifecycle: Lifecycle, mongod: EmbeddedMongod
) -> None:
    prepare = lambda: _make_ready(lifecycle)  # noqa: E731
    for document_id, is_done in _kill_in_every_gap(lifecycle, mongod, "edit", prepare):
        record_id = _get(lifecycle, document_id).source.record_id
        assert record_id == ("R-2" if is_done else None)
        chunks = lifecycle.database.chunks.list_page(document_id, offset=0, limit=100)
        assert {chunk.record_id for chunk in chunks} == {record_id}


def test_a_deletion_that_was_begun_is_finished(
    lifecycle: Lifecycle, mongod: EmbeddedMongod
) -> None:
    outcomes = []
    prepare = lambda: _make_ready(lifecycle)  # noqa: E731
    for document_id, _ in _kill_in_every_gap(lifecycle, mongod, "deletion", prepare):
        outcomes.append(lifecycle.database.documents.count(document_id))
        assert lifecycle.deletion.count(Remains(document_id, "", "", "")).chunks == outcomes[-1]
    # Only what was killed before it marked the document leaves it.
    assert outcomes == [1, *[0] * (len(outcomes) - 1)]


def test_a_document_whose_index_was_being_counted_becomes_ready(
    lifecycle: Lifecycle, mongod: EmbeddedMongod
) -> None:
    def prepare() -> str:
        document_id = _queue(lifecycle)
        lifecycle.worker.work_once()
        return document_id

    for document_id, _ in _kill_in_every_gap(lifecycle, mongod, "indexing", prepare):
        assert _get(lifecycle, document_id).attempts == 1


@pytest.mark.slow
def test_an_ingestion_is_taken_up_again(lifecycle: Lifecycle, mongod: EmbeddedMongod) -> None:
    prepare = lambda: _queue(lifecycle)  # noqa: E731
    for document_id, _ in _kill_in_every_gap(lifecycle, mongod, "ingestion", prepare):
        assert _get(lifecycle, document_id).attempts in (1, 2)


@pytest.mark.slow
def test_a_retry_is_taken_up_again(lifecycle: Lifecycle, mongod: EmbeddedMongod) -> None:
    prepare = lambda: _make_failed(lifecycle)  # noqa: E731
    statuses = []
    for document_id, _ in _kill_in_every_gap(lifecycle, mongod, "retry", prepare):
        statuses.append(_get(lifecycle, document_id).status)
    # Killed before its first write, it did nothing.
    ready = [DocumentStatus.READY] * (len(statuses) - 1)
    assert statuses == [DocumentStatus.FAILED, *ready]


@pytest.mark.slow
def test_a_replacement_supersedes_once_it_is_ready(
    lifecycle: Lifecycle, mongod: EmbeddedMongod
) -> None:
    prepare = lambda: _make_ready(lifecycle)  # noqa: E731
    for document_id, is_done in _kill_in_every_gap(lifecycle, mongod, "replacement", prepare):
        replaced = _get(lifecycle, document_id)
        version = lifecycle.database.documents.find_by_filename("version.txt")
        assert version is not None or not is_done
        assert replaced.replaced_by_document_id == (version.id if version else None)
        expected = SourceStatus.SUPERSEDED if version else SourceStatus.CURRENT
        assert replaced.source.status is expected


@pytest.mark.slow
def test_a_rechunking_swaps_all_chunks_or_none(
    lifecycle: Lifecycle, mongod: EmbeddedMongod
) -> None:
    prepare = lambda: _make_ready(lifecycle)  # noqa: E731
    asked = 0
    for document_id, is_done in _kill_in_every_gap(lifecycle, mongod, "rechunking", prepare):
        chunking = _get(lifecycle, document_id).chunking
        assert chunking is not None
        asked += chunking.size == 200
        assert chunking.size == 200 or not is_done
    assert asked > 1
