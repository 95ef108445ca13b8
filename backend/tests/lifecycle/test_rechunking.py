"""A document is cut anew under its id; its old chunks serve until the new ones can."""

from collections.abc import Callable

import pytest

from ragstudio.chunking.plan import ChunkingChoice
from ragstudio.errors import InvalidRequest, InvalidState, LeaseLost
from ragstudio.inference.base import Embedder
from ragstudio.lifecycle.audit import audit
from ragstudio.lifecycle.extracted_text import read_extracted_text
from ragstudio.lifecycle.rechunking import Rechunker, request_rechunking
from ragstudio.lifecycle.source_editing import SourceEdit, edit_source
from ragstudio.lifecycle.worker import attempts_exhausted
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.records import Document, DocumentStatus, SourceStatus, Stage
from tests.lifecycle.conftest import Lifecycle, wait_for

TEXT = "# Leave\n\n" + "\n\n".join(
    f"## Part {n}\n\nAn employee of part {n} is entitled to {n} days of leave. " * 3
    for n in range(8)
)
SMALL = ChunkingChoice(strategy="structure", size=200)


def _ask(lifecycle: Lifecycle, document: Document, choice: ChunkingChoice = SMALL) -> Document:
    return request_rechunking(lifecycle.database, lifecycle.settings, document.id, choice)


def _finish(lifecycle: Lifecycle, document_id: str) -> Document:
    def look() -> Document | None:
        lifecycle.finisher.finish_waiting()
        document = lifecycle.database.documents.get(document_id)
        return document if document.rechunking is None or document.rechunking.error else None

    return wait_for(look)


def _run_with(
    lifecycle: Lifecycle, embedder: Embedder, parser: ParserPool, meddle: Callable[[], object]
) -> None:
    """Cut what is asked for, with something happening while its chunks are embedded."""
    claimed = lifecycle.database.documents.claim_rechunking("test", 60, 3)
    assert claimed is not None
    document, lease = claimed

    def look() -> bool:
        record = lifecycle.database.documents.get(document.id)
        if record.rechunking and record.rechunking.stage is Stage.EMBEDDING:
            meddle()
        return False

    Rechunker(lifecycle.database, embedder, parser).run(document, lease, look)


def test_new_chunks_take_the_place_of_the_old_ones_at_once(lifecycle: Lifecycle) -> None:
    document = lifecycle.ingest(TEXT)
    old = lifecycle.database.chunks.ids_of(document.id)
    asked = _ask(lifecycle, document)
    assert asked.status is DocumentStatus.READY
    assert asked.rechunking is not None and asked.rechunking.stage is None
    assert lifecycle.database.chunks.ids_of(document.id) == old
    assert lifecycle.worker.work_once()
    done = _finish(lifecycle, document.id)
    assert done.rechunking is None
    assert done.chunking is not None
    assert (done.chunking.strategy, done.chunking.size) == ("structure", 200)
    new = lifecycle.database.chunks.ids_of(document.id)
    assert not new & old
    assert done.counts.chunks == len(new) > len(old)
    assert set(lifecycle.deletion.count(done).model_dump().values()) == {1, len(new)}
    assert [stage.name for stage in done.stages] == list(Stage)
    assert done.stages[-1].detail["text_index"] == len(new)
    assert audit(lifecycle.database, lifecycle.engine).clean
    assert lifecycle.deletion.delete(done.id).verified


def test_contents_end_with_their_slices_and_give_the_same_text(lifecycle: Lifecycle) -> None:
    document = lifecycle.ingest(TEXT)
    before = read_extracted_text(lifecycle.database, document.id)
    _ask(lifecycle, document)
    lifecycle.worker.work_once()
    _finish(lifecycle, document.id)
    after = read_extracted_text(lifecycle.database, document.id)
    assert (after.text, after.blocks, after.gaps) == (before.text, before.blocks, [])
    chunks = lifecycle.database.chunks.list_page(document.id, offset=0, limit=500)
    assert any(chunk.context_length for chunk in chunks)
    for chunk, span in zip(chunks, after.chunks, strict=True):
        own = after.text[chunk.char_start : chunk.char_end]
        assert chunk.content[chunk.context_length :] == own
        assert span.context_length == chunk.context_length
        assert span.truncated_tokens == chunk.truncated_tokens == 0


def test_a_failure_says_why_and_leaves_the_old_chunks_serving(lifecycle: Lifecycle) -> None:
    document = lifecycle.ingest(TEXT)
    old = lifecycle.database.chunks.ids_of(document.id)
    lifecycle.database.raw_files.remove(document.raw_file_id)
    _ask(lifecycle, document)
    lifecycle.worker.work_once()
    failed = _finish(lifecycle, document.id)
    assert failed.status is DocumentStatus.READY
    assert failed.rechunking is not None and failed.rechunking.error is not None
    assert failed.rechunking.error.code == "raw_file_missing"
    assert failed.rechunking.error.stage is Stage.EXTRACTING
    assert failed.chunking == document.chunking
    assert lifecycle.database.chunks.ids_of(document.id) == old
    assert not lifecycle.worker.work_once()
    assert _ask(lifecycle, document).rechunking is not None


def test_a_document_deleted_in_mid_work_stays_deleted(
    lifecycle: Lifecycle, embedder: Embedder, parser: ParserPool
) -> None:
    document = lifecycle.ingest(TEXT)
    _ask(lifecycle, document)
    receipts = []

    def delete() -> None:
        if not receipts:
            receipts.append(lifecycle.deletion.delete(document.id))

    claimed = lifecycle.database.documents.claim_rechunking("test", 60, 3)
    assert claimed is not None
    _, lease = claimed
    rechunker = Rechunker(lifecycle.database, embedder, parser)
    calls = []

    def look() -> bool:
        calls.append(1)
        if lifecycle.database.documents.count(document.id):
            record = lifecycle.database.documents.get(document.id)
            if record.rechunking and record.rechunking.stage is Stage.EMBEDDING:
                delete()
        return False

    with pytest.raises(LeaseLost):
        rechunker.run(claimed[0], lease, look)
    assert receipts[0].verified
    assert lifecycle.database.chunks.count(document.id) == 0
    assert audit(lifecycle.database, lifecycle.engine).clean


def test_a_correction_made_meanwhile_reaches_the_new_chunks(
    lifecycle: Lifecycle, embedder: Embedder, parser: ParserPool
) -> None:
    document = lifecycle.ingest(TEXT)
    _ask(lifecycle, document)
    edit = SourceEdit.model_validate({"status": "superseded", "record_id": "HR-9"})
    _run_with(
        lifecycle,
        embedder,
        parser,
        lambda: edit_source(lifecycle.database, document.id, edit),
    )
    done = _finish(lifecycle, document.id)
    assert done.chunking is not None and done.chunking.strategy == "structure"
    chunks = lifecycle.database.chunks.list_page(document.id, offset=0, limit=500)
    assert {(chunk.source_status, chunk.record_id) for chunk in chunks} == {
        (SourceStatus.SUPERSEDED, "HR-9")
    }


def test_a_dead_worker_is_replaced_until_all_attempts_are_spent(lifecycle: Lifecycle) -> None:
    document = lifecycle.ingest(TEXT)
    documents = lifecycle.database.documents
    old = lifecycle.database.chunks.ids_of(document.id)
    _ask(lifecycle, document)
    for attempt in (1, 2):
        claimed = documents.claim_rechunking("host:1:", 60, 2)
        assert claimed is not None and claimed[0].rechunking is not None
        assert claimed[0].rechunking.attempts == attempt
        assert documents.claim_rechunking("host:2:", 60, 2) is None
        assert documents.release_rechunking_leases("host:2:") == 0
        assert documents.release_rechunking_leases("host:1:") == 1
        with pytest.raises(LeaseLost):
            documents.renew(document.id, claimed[1], 60)
    assert documents.claim_rechunking("host:1:", 60, 2) is None
    assert documents.fail_exhausted_rechunkings(2, attempts_exhausted(2)) == 1
    given_up = documents.get(document.id)
    assert given_up.status is DocumentStatus.READY
    assert given_up.rechunking is not None and given_up.rechunking.error is not None
    assert given_up.rechunking.error.code == "attempts_exhausted"
    assert lifecycle.database.chunks.ids_of(document.id) == old


def test_a_worker_that_stops_gives_it_back_unharmed(lifecycle: Lifecycle) -> None:
    document = lifecycle.ingest(TEXT)
    _ask(lifecycle, document)
    lifecycle.worker.stop()
    lifecycle.worker.work_once()
    waiting = lifecycle.database.documents.get(document.id)
    assert waiting.rechunking is not None
    assert (waiting.rechunking.attempts, waiting.rechunking.error) == (0, None)
    assert lifecycle.database.documents.claim_rechunking("test", 60, 3) is not None


def test_chunks_removed_before_the_index_is_counted_fail_the_document(
    lifecycle: Lifecycle,
) -> None:
    document = lifecycle.ingest(TEXT)
    _ask(lifecycle, document)
    lifecycle.worker.work_once()
    lifecycle.database.chunks.remove_all(document.id)
    lifecycle.finisher.finish_waiting()
    failed = lifecycle.database.documents.get(document.id)
    assert (failed.status, failed.rechunking) == (DocumentStatus.FAILED, None)
    assert failed.error is not None and failed.error.code == "index_incomplete"


def test_only_a_ready_document_is_cut_anew_and_only_once_at_a_time(lifecycle: Lifecycle) -> None:
    waiting = lifecycle.upload("Some words.")
    with pytest.raises(InvalidState, match="queued"):
        _ask(lifecycle, waiting)
    lifecycle.worker.work_once()
    ready = lifecycle.settle(waiting.id)
    with pytest.raises(InvalidRequest):
        _ask(lifecycle, ready, ChunkingChoice(size=100, overlap=100))
    _ask(lifecycle, ready)
    with pytest.raises(InvalidState, match="already"):
        _ask(lifecycle, ready)


def test_an_upload_is_cut_as_it_was_chosen(lifecycle: Lifecycle) -> None:
    chosen = lifecycle.upload(TEXT, chunking=ChunkingChoice(strategy="sentences", size=300))
    assert chosen.chunking is not None
    assert (chosen.chunking.strategy, chosen.chunking.overlap) == ("sentences", 60)
    lifecycle.worker.work_once()
    document = lifecycle.settle(chosen.id)
    assert document.chunking == chosen.chunking
    chunks = lifecycle.database.chunks.list_page(document.id, offset=0, limit=500)
    assert max(len(chunk.content.strip()) for chunk in chunks) <= 300
