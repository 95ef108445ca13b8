"""From bytes to searchable, and every way it can go wrong on the way."""

import numpy as np
import pytest

from ragstudio.errors import InvalidState, LeaseLost
from ragstudio.inference.base import Embedder
from ragstudio.lifecycle.extracted_text import read_extracted_text
from ragstudio.lifecycle.ingestion import Ingestion
from ragstudio.lifecycle.retry import retry_document
from ragstudio.lifecycle.worker import Worker
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.records import Counts, DocumentStatus, Stage
from ragstudio.search.base import IndexCounts, SearchFilter
from tests.lifecycle.conftest import Lifecycle, wait_for

POLICY = """# Travel policy

Policy ID: FIN-301
Owner: Finance
Status: Current
Effective date: 2026-03-01

## Meals

Meals are paid up to EUR 65 a day at home and EUR 90 abroad.

## Receipts

An itemised receipt is needed for anything over EUR 25.
"""


def _long_text(characters: int) -> str:
    sentence = "Clause {}: the traveller keeps every receipt of the journey until it is settled. "
    return "".join(sentence.format(n) for n in range(characters // 80))


def test_ready_means_chunks_vectors_and_index_entries_agree(lifecycle: Lifecycle) -> None:
    document = lifecycle.ingest(POLICY, "travel.md", group="policies")
    assert document.status is DocumentStatus.READY
    counts = lifecycle.deletion.count(document)
    assert document.counts.chunks > 0
    assert {counts.chunks, counts.vectors, counts.vector_index, counts.text_index} == {
        document.counts.chunks
    }
    assert [run.name for run in document.stages] == list(Stage)
    assert all(run.finished_at and run.finished_at >= run.started_at for run in document.stages)


def test_source_metadata_reaches_record_and_chunks(lifecycle: Lifecycle) -> None:
    document = lifecycle.ingest(POLICY, "travel.md", group="policies")
    assert document.source.record_id == "FIN-301"
    assert str(document.source.effective_date) == "2026-03-01"
    for chunk in lifecycle.database.chunks.list_page(document.id, offset=0, limit=10):
        assert chunk.record_id == "FIN-301"
        assert str(chunk.effective_date) == "2026-03-01"


def test_text_is_whole_and_every_chunk_is_its_exact_slice(lifecycle: Lifecycle) -> None:
    text = _long_text(20_000)
    document = lifecycle.ingest(text, "long.txt")
    extracted = read_extracted_text(lifecycle.database, document.id)
    assert extracted.text == text
    assert extracted.gaps == []
    chunks = lifecycle.database.chunks.list_page(document.id, offset=0, limit=1000)
    assert [chunk.chunk_index for chunk in chunks] == list(range(document.counts.chunks))
    for chunk in chunks:
        assert chunk.content == text[chunk.char_start : chunk.char_end]


def test_the_text_tells_where_the_window_of_each_chunk_ends(
    lifecycle: Lifecycle, embedder: Embedder
) -> None:
    table = "".join(f"Code-{n}/x;" for n in range(400))
    document = lifecycle.ingest(f"Short words.\n\n{table}")
    extracted = read_extracted_text(lifecycle.database, document.id, embedder)
    assert any(span.window_end for span in extracted.chunks)
    for span in extracted.chunks:
        assert (span.window_end is None) == (span.truncated_tokens == 0)
        if span.window_end is not None:
            seen = extracted.text[span.char_start : span.window_end]
            assert embedder.count_tokens([seen]) == [embedder.window_tokens]


def test_text_keeps_its_offsets_when_a_chunk_was_removed_by_hand(lifecycle: Lifecycle) -> None:
    text = _long_text(6_000)
    document = lifecycle.ingest(text, "long.txt")
    second = lifecycle.database.chunks.list_page(document.id, offset=1, limit=1)[0]
    lifecycle.database._database["chunks"].delete_one({"chunk_index": 1})
    extracted = read_extracted_text(lifecycle.database, document.id)
    assert len(extracted.text) == len(text)
    [(start, end)] = extracted.gaps
    assert second.char_start <= start < end <= second.char_end
    assert extracted.text[end:] == text[end:]


def test_vectors_are_those_of_the_model(lifecycle: Lifecycle, embedder: Embedder) -> None:
    document = lifecycle.ingest(POLICY, "travel.md")
    [chunk, *_] = lifecycle.database.chunks.list_page(
        document.id, offset=0, limit=1, with_vectors=True
    )
    assert chunk.embedding is not None
    expected = embedder.embed([chunk.content])[0]
    assert np.allclose(chunk.embedding, expected, atol=1e-5)
    assert np.linalg.norm(chunk.embedding) == pytest.approx(1.0, abs=1e-5)


def test_a_file_without_text_fails_with_code_stage_and_hint(lifecycle: Lifecycle) -> None:
    document = lifecycle.ingest("   \n\n \t \n", "blank.txt")
    assert document.status is DocumentStatus.FAILED
    assert document.error is not None
    assert document.error.code == "no_extractable_text"
    assert document.error.stage is Stage.EXTRACTING
    assert document.error.hint
    assert document.counts.chunks == 0


def test_a_document_is_not_found_before_it_is_ready(lifecycle: Lifecycle) -> None:
    document = lifecycle.upload(POLICY, "travel.md")
    lifecycle.worker.work_once()
    assert lifecycle.database.documents.get(document.id).stage is Stage.INDEXING
    engine = lifecycle.engine
    engine.catch_up()
    chunks = lifecycle.database.chunks.count(document.id)
    assert chunks > 0 and engine.count(document.id) == IndexCounts(chunks, chunks)
    assert engine.count_matching(SearchFilter()) == 0
    lifecycle.settle(document.id)
    engine.catch_up()
    assert engine.count_matching(SearchFilter()) == chunks


def test_retry_leaves_one_set_of_chunks(lifecycle: Lifecycle) -> None:
    document = lifecycle.upload(POLICY, "travel.md")
    claimed = lifecycle.database.documents.claim("somewhere:1:", 0.01, 3)
    assert claimed is not None
    # The claim runs out at once: the worker takes the document over.
    wait_for(lifecycle.worker.work_once)
    ready = lifecycle.settle(document.id)
    assert ready.attempts == 2
    assert lifecycle.database.chunks.count(document.id) == ready.counts.chunks
    with pytest.raises(InvalidState):
        retry_document(lifecycle.database, document.id)


def test_a_lost_lease_cannot_write(lifecycle: Lifecycle) -> None:
    document = lifecycle.upload(POLICY, "travel.md")
    first = lifecycle.database.documents.claim("a:1:", -1.0, 3)
    second = lifecycle.database.documents.claim("b:2:", 60.0, 3)
    assert first is not None
    assert second is not None
    with pytest.raises(LeaseLost):
        lifecycle.database.documents.write(document.id, first[1], {"counts": Counts(chunks=9)})
    lifecycle.database.documents.write(document.id, second[1], {"counts": Counts(chunks=1)})
    assert lifecycle.database.documents.get(document.id).counts.chunks == 1


def test_a_lease_lost_between_two_batches_ends_the_work_and_leaves_the_other_one_alone(
    lifecycle: Lifecycle, embedder: Embedder, parser: ParserPool
) -> None:
    """A worker that fell silent wakes up in mid-embedding, when another holds the document."""
    document = lifecycle.upload(_long_text(120_000), "long.txt")
    first = lifecycle.database.documents.claim("a:1:", -1.0, 3)
    assert first is not None
    turns = 0

    def lose_the_lease() -> None:
        nonlocal turns
        turns += 1
        # The first batch is stored, the second embedded ahead.
        if turns == 3:
            assert lifecycle.database.chunks.count(document.id) > 0
            lifecycle.worker.work_once()

    silent = Ingestion(lifecycle.database, embedder, parser, lifecycle.settings)
    with pytest.raises(LeaseLost):
        silent.run(first[0], first[1], lambda: False, lose_the_lease)
    assert turns == 3
    ready = lifecycle.settle(document.id)
    assert (ready.status, ready.attempts) == (DocumentStatus.READY, 2)
    assert lifecycle.database.chunks.count(document.id) == ready.counts.chunks > 64


def test_attempts_end_in_failure_that_can_be_retried(lifecycle: Lifecycle) -> None:
    document = lifecycle.upload(POLICY, "travel.md")
    for _ in range(lifecycle.settings.max_attempts):
        assert lifecycle.database.documents.claim("gone:1:", -1.0, 3) is not None
    assert lifecycle.worker.work_once() is False
    failed = lifecycle.database.documents.get(document.id)
    assert failed.status is DocumentStatus.FAILED
    assert failed.error is not None
    assert failed.error.code == "attempts_exhausted"
    retry_document(lifecycle.database, document.id)
    lifecycle.worker.work_once()
    assert lifecycle.settle(document.id).status is DocumentStatus.READY


def test_a_long_document_gives_way_to_those_queued_behind_it(
    lifecycle: Lifecycle, embedder: Embedder, parser: ParserPool
) -> None:
    hasty = Worker(lifecycle.database, embedder, parser, lifecycle.settings, turn_seconds=0)
    long = lifecycle.upload(_long_text(120_000), "long.txt")
    waiting = [lifecycle.upload(f"Rule {n} stays.", f"{n}.txt") for n in range(3)]
    hasty.work_once()
    # All were done within the one turn of the long one, and before it.
    ended = [lifecycle.settle(document.id) for document in (*waiting, long)]
    assert [document.status for document in ended] == [DocumentStatus.READY] * 4
    assert [document.attempts for document in ended] == [1] * 4
    begun = [document.stages[-1].started_at for document in ended]
    assert max(begun[:3]) < begun[3]
    assert ended[3].counts.chunks == lifecycle.deletion.count(ended[3]).chunks > 64


def test_chunks_removed_while_processing_fail_the_document(lifecycle: Lifecycle) -> None:
    document = lifecycle.upload(POLICY, "travel.md")
    lifecycle.worker.work_once()
    lifecycle.database._database["chunks"].delete_one({})
    ended = lifecycle.settle(document.id)
    assert ended.status is DocumentStatus.FAILED
    assert ended.error is not None
    assert ended.error.code == "index_incomplete"
    assert (
        lifecycle.engine.search_text(
            "receipt",
            5,
            SearchFilter(),
        )
        == []
    )


def test_a_worker_that_stops_in_mid_parse_gives_the_document_back(
    lifecycle: Lifecycle,
) -> None:
    # Seconds of work for the parser: a deep Markdown file of many tables and lists.
    block = "- item\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```\ncode\n```\n\n"
    document = lifecycle.upload(block * 120_000, "dense.md")
    thread = lifecycle.work_in_background()
    wait_for(lambda: lifecycle.database.documents.get(document.id).stage is Stage.EXTRACTING)
    lifecycle.worker.stop()
    thread.join(10)
    assert not thread.is_alive()
    given_back = lifecycle.database.documents.get(document.id)
    assert given_back.status is DocumentStatus.QUEUED
    assert given_back.attempts == 0
