"""Documents from waiting to found to deleted, over an index that is late and shows out of order."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, cast

import pytest
from bson import ObjectId

from ragstudio.lifecycle.deletion import Deletion
from ragstudio.lifecycle.document_events import DocumentEvents
from ragstudio.lifecycle.indexing import IndexingFinisher
from ragstudio.records import Chunk, Counts, Document, DocumentStatus, Stage, StageRun
from ragstudio.search.atlas.engine import AtlasSearchEngine
from ragstudio.search.base import SearchFilter
from ragstudio.storage.chunks import NewChunk
from ragstudio.storage.client import Database
from tests.running_server import wait_for
from tests.search.atlas_emulator import EmulatedAtlas
from tests.search.entries import DIMENSIONS, MODEL, random_vectors

ANY = SearchFilter()
_VECTOR = random_vectors(1)[0]
_LAG_SECONDS = 5.0


@pytest.fixture
def atlas(database: Database) -> Iterator[EmulatedAtlas]:
    late = EmulatedAtlas(
        database.chunk_collection(), lags=(_LAG_SECONDS, _LAG_SECONDS + 1), refresh=1.0
    )
    yield late
    late.close()


@pytest.fixture
def engine(atlas: EmulatedAtlas) -> Iterator[AtlasSearchEngine]:
    running = AtlasSearchEngine(cast(Any, atlas), MODEL, DIMENSIONS)
    running.start()
    wait_for(lambda: running.state().ready)
    yield running
    running.stop()


def _store(database: Database, status: DocumentStatus, chunks: int, expected: int) -> Document:
    """A document with chunks; one in processing waits for the index to hold `expected`."""
    now = datetime.now(UTC)
    indexing = status is DocumentStatus.PROCESSING
    document = Document(
        id=str(ObjectId()),
        filename="file.md",
        group="policies",
        content_type="text/plain",
        size_bytes=1,
        sha256=str(ObjectId()),
        raw_file_id=str(ObjectId()),
        status=status,
        stage=Stage.INDEXING if indexing else None,
        stages=[StageRun(name=Stage.INDEXING, started_at=now)] if indexing else [],
        counts=Counts(chunks=expected, vectors=expected),
        created_at=now,
        updated_at=now,
    )
    new = [
        NewChunk(
            Chunk(
                id="",
                document_id=document.id,
                filename=document.filename,
                group=document.group,
                chunk_index=index,
                content="annual leave",
                char_start=0,
                char_end=12,
                token_count=2,
                embedding_model=MODEL,
            ),
            _VECTOR,
            [],
        )
        for index in range(chunks)
    ]

    def write(session: Any) -> None:
        database.documents.insert(document, identity=document.sha256, session=session)
        if new:
            database.chunks.insert(new, session)

    database.transact(write)
    return document


def test_documents_become_ready_are_found_and_leave_a_receipt(
    database: Database, atlas: EmulatedAtlas, engine: AtlasSearchEngine
) -> None:
    unready = {"status": "failed", "filename": "", "group": ""}
    database._database["documents"].insert_many(
        [{**unready, "identity": str(number)} for number in range(2_000)]
    )
    waiting = [_store(database, DocumentStatus.PROCESSING, 3, 3) for _ in range(20)]
    broken = _store(database, DocumentStatus.PROCESSING, 2, 3)
    finishers = [IndexingFinisher(database, engine, DocumentEvents(database)) for _ in range(3)]

    def finish(finisher: IndexingFinisher) -> None:
        wait_for(lambda: finisher.finish_waiting() or not database.documents.awaiting_index())
        wait_for(lambda: not finisher.finish_waiting() and not database.documents.awaiting_index())

    threads = [threading.Thread(target=finish, args=(each,)) for each in finishers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(90)
    for each in waiting:
        assert database.documents.get(each.id).status is DocumentStatus.READY
    failed = database.documents.get(broken.id)
    assert failed.error is not None and failed.error.code == "index_incomplete"
    wait_for(atlas.is_level)
    assert engine.count_matching(ANY) == 60
    assert len(engine.search_text("leave", 100, ANY)) == 60
    assert len(engine.search_vectors(_VECTOR, 100, ANY)) == 60

    receipt = Deletion(database, engine).delete(waiting[0].id)
    assert receipt.verified
    assert receipt.index_seconds >= _LAG_SECONDS - 1
    after = {each.name: (each.removed, each.after) for each in receipt.representations}
    assert after["chunks"] == after["vectors"] == after["text_index"] == (3, 0)
    assert len(engine.search_text("leave", 100, ANY)) == 57
