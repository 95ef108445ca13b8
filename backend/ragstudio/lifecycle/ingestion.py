"""One document's way from raw bytes to stored vectors, stage by stage, under its lease."""

import time
from collections.abc import Iterable
from typing import Any

from ragstudio.chunking.base import Span
from ragstudio.chunking.plan import ChunkingChoice, plan_chunking
from ragstudio.inference.base import Embedder
from ragstudio.lifecycle.embedding_space import claim_space
from ragstudio.lifecycle.extraction import ChunkMaker, GiveWay, ShouldStop
from ragstudio.lifecycle.stage_log import StageLog
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.records import (
    ChunkingConfiguration,
    Counts,
    Document,
    ExtractedDocument,
    Lease,
    Stage,
)
from ragstudio.settings import Settings
from ragstudio.storage.chunks import NewChunk
from ragstudio.storage.client import Database, Transaction

PROGRESS_SECONDS = 0.25


class Ingestion:
    """Takes documents through extracting, chunking and embedding, and hands them to indexing."""

    def __init__(
        self, database: Database, embedder: Embedder, parser: ParserPool, settings: Settings
    ) -> None:
        self._database = database
        self._embedder = embedder
        self._maker = ChunkMaker(database, embedder, parser)
        self._settings = settings

    def run(
        self,
        document: Document,
        lease: Lease,
        should_stop: ShouldStop,
        give_way: GiveWay = lambda: None,
    ) -> None:
        """Ingest one document; `give_way` is called between the batches that are embedded.

        Raises `IngestionFailure` where it cannot become evidence, `LeaseLost` where it was
        deleted or taken over, `Interrupted` where `should_stop` became true.
        """
        work = _LeasedWork(self._database, document, lease)
        work.discard_earlier_chunks()
        claim_space(self._database, self._embedder.space)
        extracted = self._extract(document, work, should_stop)
        spans, configuration = self._chunk(document, extracted, work, should_stop)
        batches = self._maker.embed(document, extracted, spans, should_stop, give_way)
        self._store(batches, len(spans), work)
        work.hand_over_to_indexing(
            Counts(characters=len(extracted.text), chunks=len(spans), vectors=len(spans)),
            {
                "chunking": configuration,
                "embedding": self._embedder.space,
            },
        )

    def _extract(
        self, document: Document, work: "_LeasedWork", should_stop: ShouldStop
    ) -> ExtractedDocument:
        work.begin(Stage.EXTRACTING, total=document.size_bytes, unit="bytes")
        extracted = self._maker.extract(document, should_stop)
        work.finish(
            {
                "characters": len(extracted.text),
                "blocks": len(extracted.blocks),
                **({"pages": extracted.page_count} if extracted.page_count else {}),
            },
            done=document.size_bytes,
            extra={
                "source": extracted.source,
                "source_origins": extracted.source_origins,
                "warnings": [
                    *document.warnings,
                    *list_unseen(extracted.warnings, document.warnings),
                ],
                "unread": extracted.unread,
                "counts.characters": len(extracted.text),
            },
        )
        # The chunks carry what the document says about itself.
        document.source = extracted.source
        return extracted

    def _chunk(
        self,
        document: Document,
        extracted: ExtractedDocument,
        work: "_LeasedWork",
        should_stop: ShouldStop,
    ) -> tuple[list[Span], ChunkingConfiguration]:
        work.begin(Stage.CHUNKING, total=len(extracted.text), unit="characters")
        configuration = document.chunking or plan_chunking(
            ChunkingChoice(), document.content_type, self._settings
        )
        spans = self._maker.cut(document, extracted, configuration, should_stop)
        work.finish(
            {"chunks": len(spans), "strategy": configuration.strategy},
            done=len(extracted.text),
        )
        return spans, configuration

    def _store(self, batches: Iterable[list[NewChunk]], total: int, work: "_LeasedWork") -> None:
        work.begin(Stage.EMBEDDING, total=total, unit="chunks")
        for chunks in batches:
            work.store(chunks)
        work.finish({"vectors": total, "dimensions": self._embedder.space.dimensions}, done=total)


class _LeasedWork(StageLog):
    """The writes of one ingestion: stages, progress and chunks, each fenced by the lease."""

    def __init__(self, database: Database, document: Document, lease: Lease) -> None:
        super().__init__(database.documents, document.id, lease)
        self._database = database
        self._stored = 0
        self._progress_written = 0.0

    def discard_earlier_chunks(self) -> None:
        """Remove what an earlier attempt stored, so that there is only ever one set."""

        def discard(transaction: Transaction) -> None:
            self._documents.write(self._document_id, self._lease, {"counts": Counts()}, transaction)
            self._database.chunks.remove_all(self._document_id, transaction)

        self._database.transact(discard)

    def store(self, chunks: list[NewChunk]) -> None:
        """Store chunks; the transaction proves that the lease is still held."""
        stored = self._stored + len(chunks)
        now = time.monotonic()
        fields: dict[str, Any] = {"counts.chunks": stored, "counts.vectors": stored}
        if now - self._progress_written >= PROGRESS_SECONDS:
            fields["progress.done"] = stored
            self._progress_written = now

        def insert(transaction: Transaction) -> None:
            self._documents.write(self._document_id, self._lease, fields, transaction)
            self._database.chunks.insert(chunks, transaction)

        self._database.transact(insert)
        self._stored = stored

    def hand_over_to_indexing(self, counts: Counts, fields: dict[str, Any]) -> None:
        """Give the lease up: the host of the search engine finishes the document."""
        begun = self.describe_begin(Stage.INDEXING, total=counts.chunks, unit="entries")
        self.write({**begun, "counts": counts, "lease": None, **fields})


def list_unseen(new: list[str], known: list[str]) -> list[str]:
    """The new ones of two lists."""
    return [warning for warning in new if warning not in known]
