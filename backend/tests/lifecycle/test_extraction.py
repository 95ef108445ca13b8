"""Cutting a document can be stopped, ends in time, and is given up when it kills its workers."""

import pytest

from ragstudio.chunking.plan import ChunkingChoice, plan_chunking
from ragstudio.errors import IngestionFailure
from ragstudio.inference.base import Embedder
from ragstudio.lifecycle.extraction import ChunkMaker, Interrupted
from ragstudio.lifecycle.retry import retry_document
from ragstudio.lifecycle.stage_log import StageLog
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.records import DocumentStatus, ExtractedDocument, Stage
from tests.lifecycle.conftest import Lifecycle

TEXT = "Each clause stands on its own line, and there are many.\n\n" * 400


def test_cutting_ends_in_time_and_when_it_is_stopped(
    lifecycle: Lifecycle, embedder: Embedder, parser: ParserPool
) -> None:
    document = lifecycle.upload(TEXT, "long.txt")
    extracted = ExtractedDocument(text=TEXT, blocks=[])
    choice = ChunkingChoice(strategy="recursive", size=60, overlap=0)
    plan = plan_chunking(choice, document.content_type, lifecycle.settings)
    hasty = ChunkMaker(lifecycle.database, embedder, parser, chunking_seconds=0.0)
    with pytest.raises(IngestionFailure) as failure:
        hasty.cut(document, extracted, plan, lambda: False)
    assert failure.value.failure_code == "chunking_timeout"
    patient = ChunkMaker(lifecycle.database, embedder, parser)
    with pytest.raises(Interrupted):
        patient.cut(document, extracted, plan, lambda: True)
    assert len(patient.cut(document, extracted, plan, lambda: False)) >= 400


def test_a_document_whose_cutting_kills_its_workers_fails_with_the_stage(
    lifecycle: Lifecycle,
) -> None:
    document = lifecycle.upload(TEXT, "long.txt")
    documents = lifecycle.database.documents
    for _ in range(lifecycle.settings.max_attempts):
        claimed = documents.claim("killed:1:", 60, lifecycle.settings.max_attempts)
        assert claimed is not None
        log = StageLog(documents, document.id, claimed[1])
        log.begin(Stage.CHUNKING, total=len(TEXT), unit="characters")
        assert documents.release_leases("killed:1:") == 1
    assert not lifecycle.worker.work_once()
    failed = documents.get(document.id)
    assert failed.status is DocumentStatus.FAILED
    assert failed.error is not None
    assert (failed.error.code, failed.error.stage) == ("attempts_exhausted", Stage.CHUNKING)
    retry_document(lifecycle.database, document.id)
    lifecycle.worker.work_once()
    assert lifecycle.settle(document.id).status is DocumentStatus.READY
