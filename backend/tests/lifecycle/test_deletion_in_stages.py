"""Deleted in the middle of any stage, alone or while a version takes its place: gone for good.

What is to stop is asked by the work itself, between its steps, so that is where a test deletes.
"""

import io
import time

import pytest

from ragstudio.errors import DocumentNotFound, LeaseLost
from ragstudio.inference.base import Embedder
from ragstudio.lifecycle.audit import audit
from ragstudio.lifecycle.ingestion import Ingestion
from ragstudio.lifecycle.intake import Upload
from ragstudio.lifecycle.recovery import Recovery
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.records import DeletionReceipt, Document, DocumentStatus, SourceStatus, Stage
from ragstudio.retrieval.path import Retriever
from ragstudio.retrieval.request import SearchMode, SearchRequest
from ragstudio.search.base import SearchEngine
from ragstudio.search.factory import build_engine
from ragstudio.settings import Settings
from tests.lifecycle.conftest import Lifecycle, wait_for

OLD, NEW = "zqoldword", "zqnewword"
MOMENTS = [Stage.EXTRACTING, Stage.CHUNKING, Stage.EMBEDDING, Stage.INDEXING]


@pytest.fixture
def settings() -> Settings:
    return Settings(_env_file=None, chunk_size=100, chunk_overlap=0)


def _write(token: str) -> bytes:
    """A text of four batches of chunks."""
    return "\n\n".join(f"Part {n} of {token} says: {n} ships." for n in range(600)).encode()


def _ingest_and_delete(
    lifecycle: Lifecycle,
    parser: ParserPool,
    embedder: Embedder,
    victim: str,
    moment: Stage | None,
) -> DeletionReceipt:
    """Work on the oldest document that waits; delete `victim` in the middle of a stage of it, or
    before the work where `moment` is None."""
    database = lifecycle.database
    if moment is None:
        receipt = lifecycle.deletion.delete(victim)
        lifecycle.worker.work_once()
        return receipt
    claimed = database.documents.claim("test:1:", 60.0, 3)
    assert claimed is not None
    document, lease = claimed
    ingestion = Ingestion(database, embedder, parser, lifecycle.settings)
    receipts: list[DeletionReceipt] = []

    def delete_at_the_moment() -> bool:
        if receipts or database.documents.get(document.id).stage is not moment:
            return False
        # Of the stage that stores, one batch is there already.
        if moment is not Stage.EMBEDDING or database.chunks.count(document.id):
            receipts.append(lifecycle.deletion.delete(victim))
        return False

    # The only child has something else to do first: its answer is waited for, and so asked about.
    parser._pool.schedule(time.sleep, args=[0.2])
    try:
        ingestion.run(document, lease, delete_at_the_moment)
        assert victim != document.id or moment is Stage.INDEXING
    except LeaseLost:
        assert victim == document.id
    if moment is Stage.INDEXING:
        receipts.append(lifecycle.deletion.delete(victim))
    [receipt] = receipts
    return receipt


def _find(
    lifecycle: Lifecycle, engine: SearchEngine, embedder: Embedder, token: str
) -> dict[SearchMode, set[str]]:
    """The documents whose passages hold the token, by each mode."""
    retriever = Retriever.over(lifecycle.database, engine, embedder, None, lifecycle.settings)
    found = {}
    for mode in SearchMode:
        request = SearchRequest(query=token, mode=mode, limit=100)
        hits = retriever.search(request).results
        found[mode] = {hit.document_id for hit in hits if token in hit.content}
    return found


def _check(lifecycle: Lifecycle, embedder: Embedder, found: dict[str, set[str]]) -> None:
    """By each mode each token is found in these documents alone, now and after a new start."""
    database = lifecycle.database
    Recovery(database, lifecycle.deletion, lifecycle.settings).recover()
    assert lifecycle.worker.work_once() is False
    anew = build_engine(lifecycle.settings, database, embedder.space)
    anew.start()
    try:
        wait_for(lambda: anew.state().ready)
        for engine in (lifecycle.engine, anew):
            report = audit(database, engine)
            assert report.clean, report.findings
            for token, ids in found.items():
                expected = dict.fromkeys(SearchMode, ids)
                assert _find(lifecycle, engine, embedder, token) == expected
    finally:
        anew.stop()


def _check_receipt(lifecycle: Lifecycle, receipt: DeletionReceipt, document: Document) -> None:
    by_name = {item.name: item for item in receipt.representations}
    assert receipt.verified and receipt.document_id == document.id
    assert all(item.after == 0 for item in receipt.representations)
    assert by_name["record"].removed == by_name["raw_file"].removed == 1
    assert by_name["chunks"].removed == by_name["vectors"].removed
    with pytest.raises(DocumentNotFound):
        lifecycle.deletion.delete(document.id)
    assert lifecycle.database.chunks.count(document.id) == 0
    assert lifecycle.database.raw_files.count(document.raw_file_id) == (0, 0)


def _upload_version(lifecycle: Lifecycle, old: Document) -> Document:
    return lifecycle.intake.accept_version(old.id, Upload("new.txt", io.BytesIO(_write(NEW))))


@pytest.mark.parametrize("moment", MOMENTS)
def test_deleted_in_the_middle_of_a_stage(
    lifecycle: Lifecycle, embedder: Embedder, parser: ParserPool, moment: Stage
) -> None:
    document = lifecycle.upload(_write(OLD), "old.txt")
    receipt = _ingest_and_delete(lifecycle, parser, embedder, document.id, moment)
    _check_receipt(lifecycle, receipt, document)
    by_name = {item.name: item for item in receipt.representations}
    stored = moment in (Stage.EMBEDDING, Stage.INDEXING)
    assert (by_name["chunks"].removed > 0) == stored
    _check(lifecycle, embedder, {OLD: set()})


@pytest.mark.parametrize("moment", [None, *MOMENTS])
def test_the_old_version_is_deleted_while_the_new_one_is_ingested(
    lifecycle: Lifecycle, embedder: Embedder, parser: ParserPool, moment: Stage | None
) -> None:
    old = lifecycle.ingest(f"The word is {OLD}.", "old.txt")
    new = _upload_version(lifecycle, old)
    receipt = _ingest_and_delete(lifecycle, parser, embedder, old.id, moment)
    _check_receipt(lifecycle, receipt, old)
    new = lifecycle.settle(new.id)
    assert (new.status, new.source.status) == (DocumentStatus.READY, SourceStatus.CURRENT)
    _check(lifecycle, embedder, {OLD: set(), NEW: {new.id}})


@pytest.mark.parametrize("moment", [None, *MOMENTS])
def test_the_new_version_is_deleted_while_it_is_ingested(
    lifecycle: Lifecycle, embedder: Embedder, parser: ParserPool, moment: Stage | None
) -> None:
    old = lifecycle.ingest(f"The word is {OLD}.", "old.txt")
    new = _upload_version(lifecycle, old)
    receipt = _ingest_and_delete(lifecycle, parser, embedder, new.id, moment)
    _check_receipt(lifecycle, receipt, new)
    kept = lifecycle.database.documents.get(old.id)
    assert (kept.status, kept.source.status) == (DocumentStatus.READY, SourceStatus.CURRENT)
    assert kept.replaced_by_document_id is None
    _check(lifecycle, embedder, {OLD: {old.id}, NEW: set()})
