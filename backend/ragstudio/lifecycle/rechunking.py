"""Cutting a ready document anew while its old chunks serve."""

import time
from dataclasses import replace

from ragstudio.chunking.plan import ChunkingChoice, plan_chunking
from ragstudio.errors import IngestionFailure, InvalidState
from ragstudio.inference.base import Embedder
from ragstudio.lifecycle.embedding_space import claim_space
from ragstudio.lifecycle.extraction import ChunkMaker, GiveWay, ShouldStop
from ragstudio.lifecycle.ingestion import PROGRESS_SECONDS, list_unseen
from ragstudio.lifecycle.stage_log import StageLog
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.records import (
    Counts,
    Document,
    DocumentStatus,
    ExtractedDocument,
    Lease,
    SourceMetadata,
    Stage,
)
from ragstudio.settings import Settings
from ragstudio.storage.chunks import NewChunk
from ragstudio.storage.client import Database, Transaction

_PREFIX = "rechunking."


def request_rechunking(
    database: Database, settings: Settings, document_id: str, choice: ChunkingChoice
) -> Document:
    """Ask for a ready document to be cut anew; the old chunks serve until the new ones can.

    Raises `DocumentNotFound`; `InvalidRequest` for a senseless choice; `InvalidState` where the
    document is not ready or is being cut anew already.
    """
    document = database.documents.get(document_id)
    plan = plan_chunking(choice, document.content_type, settings)
    asked = database.documents.request_rechunking(document_id, plan)
    if asked is not None:
        return asked
    document = database.documents.get(document_id)
    if document.status is DocumentStatus.READY:
        raise InvalidState(
            f"{document.filename} is being cut anew already.",
            hint="Wait until that has ended.",
            details={"status": document.status.value},
        )
    raise InvalidState(
        f"{document.filename} is {document.status.value}; only a ready document is cut anew.",
        hint="Wait until it is ready; one that failed is retried, or uploaded with other settings.",
        details={"status": document.status.value},
    )


class Rechunker:
    """Makes the new chunks in memory and swaps them in one transaction.

    Nothing is stored before the swap: whatever ends the work, the old chunks are untouched.
    Memory holds the document's text, as in ingestion, and with it the new chunks and vectors.
    """

    def __init__(self, database: Database, embedder: Embedder, parser: ParserPool) -> None:
        self._database = database
        self._embedder = embedder
        self._maker = ChunkMaker(database, embedder, parser)

    def run(
        self,
        document: Document,
        lease: Lease,
        should_stop: ShouldStop,
        give_way: GiveWay = lambda: None,
    ) -> None:
        """Cut one document anew; `give_way` is called between the batches that are embedded.

        Raises `IngestionFailure` where that cannot be, `LeaseLost` where it was deleted or taken
        over, `Interrupted` where `should_stop` became true.
        """
        log = StageLog(self._database.documents, document.id, lease, _PREFIX)
        claim_space(self._database, self._embedder.space)
        log.begin(Stage.EXTRACTING, total=document.size_bytes, unit="bytes")
        extracted = self._maker.extract(document, should_stop)
        log.finish(
            {"characters": len(extracted.text), "blocks": len(extracted.blocks)},
            done=document.size_bytes,
        )
        chunks = self._make_chunks(document, extracted, log, should_stop, give_way)
        self._swap(document, lease, extracted, chunks, log)

    def _make_chunks(
        self,
        document: Document,
        extracted: ExtractedDocument,
        log: StageLog,
        should_stop: ShouldStop,
        give_way: GiveWay,
    ) -> list[NewChunk]:
        assert document.rechunking is not None
        wanted = document.rechunking.chunking
        log.begin(Stage.CHUNKING, total=len(extracted.text), unit="characters")
        spans = self._maker.cut(document, extracted, wanted, should_stop)
        log.finish({"chunks": len(spans), "strategy": wanted.strategy}, done=len(extracted.text))
        log.begin(Stage.EMBEDDING, total=len(spans), unit="chunks")
        chunks: list[NewChunk] = []
        written = time.monotonic()
        for batch in self._maker.embed(document, extracted, spans, should_stop, give_way):
            chunks += batch
            if time.monotonic() - written >= PROGRESS_SECONDS:
                log.advance(len(chunks))
                written = time.monotonic()
        log.finish(
            {"vectors": len(chunks), "dimensions": self._embedder.space.dimensions},
            done=len(chunks),
        )
        return chunks

    def _swap(
        self,
        document: Document,
        lease: Lease,
        extracted: ExtractedDocument,
        chunks: list[NewChunk],
        log: StageLog,
    ) -> None:
        """New chunks in, old ones out, the record with them; the search index follows."""
        assert document.rechunking is not None
        begun = log.describe_begin(Stage.INDEXING, total=len(chunks), unit="entries")
        fields = {
            **begun,
            "stages": begun[f"{_PREFIX}stages"],
            "chunking": document.rechunking.chunking,
            "embedding": self._embedder.space,
            "counts": Counts(
                characters=len(extracted.text), chunks=len(chunks), vectors=len(chunks)
            ),
            "warnings": [
                *document.warnings,
                *list_unseen(extracted.warnings, document.warnings),
            ],
            "unread": extracted.unread,
            "lease": None,
        }

        def swap(transaction: Transaction) -> None:
            if self._database.meta.embedding_space(transaction) != self._embedder.space:
                raise IngestionFailure(
                    "embedding_space_mismatch",
                    "The corpus was moved to another embedding model meanwhile.",
                    hint="Ask for it again.",
                )
            self._database.documents.write(document.id, lease, fields, transaction)
            # A person may have corrected the source since the work began.
            source = self._database.documents.get(document.id, transaction).source
            self._database.chunks.remove_all(document.id, transaction)
            self._database.chunks.insert(
                [_with_source(chunk, source) for chunk in chunks], transaction
            )

        self._database.transact(swap)


def _with_source(new: NewChunk, source: SourceMetadata) -> NewChunk:
    chunk = new.chunk.model_copy(update=source.list_chunk_fields())
    return replace(new, chunk=chunk, searchable=True)
