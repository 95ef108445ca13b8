"""One document's way from raw bytes to stored vectors, stage by stage, under its lease."""

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from ragstudio.chunking.base import Span, blocks_of
from ragstudio.chunking.factory import build_strategy, choose_strategy
from ragstudio.errors import IngestionFailure
from ragstudio.inference.base import Embedder
from ragstudio.lifecycle.raw_copy import RawCopy
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.records import (
    BlockType,
    Chunk,
    ChunkingConfiguration,
    Counts,
    Document,
    ExtractedDocument,
    Lease,
    Progress,
    Stage,
    StageRun,
)
from ragstudio.settings import Settings
from ragstudio.storage.chunks import NewChunk
from ragstudio.storage.client import Database, Transaction

_BATCH = 64
_PROGRESS_SECONDS = 0.25


class Interrupted(Exception):
    """The worker was asked to stop; the document goes back to the queue."""


class Ingestion:
    """Takes documents through extracting, chunking and embedding, and hands them to indexing."""

    def __init__(
        self, database: Database, embedder: Embedder, parser: ParserPool, settings: Settings
    ) -> None:
        self._database = database
        self._embedder = embedder
        self._parser = parser
        self._settings = settings

    def run(self, document: Document, lease: Lease, should_stop: Callable[[], bool]) -> None:
        """Ingest one document.

        Raises `IngestionFailure` where it cannot become evidence, `LeaseLost` where it was
        deleted or taken over, `Interrupted` where `should_stop` became true.
        """
        work = _LeasedWork(self._database, document, lease)
        work.discard_earlier_chunks()
        self._check_space()
        extracted = self._extract(document, work, should_stop)
        spans, configuration = self._chunk(document, extracted, work)
        self._embed(document, extracted, spans, work, should_stop)
        work.hand_over_to_indexing(
            Counts(characters=len(extracted.text), chunks=len(spans), vectors=len(spans)),
            {
                "chunking": configuration,
                "embedding": self._embedder.space,
            },
        )

    def _check_space(self) -> None:
        space = self._database.meta.claim_embedding_space(self._embedder.space)
        if space == self._embedder.space:
            return
        if self._database.chunks.total() == 0:
            self._database.meta.replace_embedding_space(self._embedder.space)
            return
        raise IngestionFailure(
            "embedding_space_mismatch",
            f"The corpus is embedded with {space.model}, this worker uses "
            f"{self._embedder.space.model}.",
            hint="Run `ragstudio reembed` to move the corpus, or set EMBEDDING_MODEL back; "
            "then retry.",
        )

    def _extract(
        self, document: Document, work: "_LeasedWork", should_stop: Callable[[], bool]
    ) -> ExtractedDocument:
        work.begin(Stage.EXTRACTING, total=document.size_bytes, unit="bytes")
        with RawCopy(self._database.raw_files, document.raw_file_id) as path:
            try:
                extracted = self._parser.parse(
                    path, document.filename, document.content_type, should_stop
                )
            except IngestionFailure as failure:
                if should_stop() and failure.failure_code == "parser_stopped":
                    raise Interrupted from failure
                raise
        if not extracted.text.strip():
            raise IngestionFailure(
                "no_extractable_text",
                f"{document.filename} holds no text.",
                hint="If it is a scan, run text recognition over it first.",
            )
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
                "warnings": [*document.warnings, *_unseen(extracted.warnings, document.warnings)],
                "counts.characters": len(extracted.text),
            },
        )
        # The chunks carry what the document says about itself.
        document.source = extracted.source
        return extracted

    def _chunk(
        self, document: Document, extracted: ExtractedDocument, work: "_LeasedWork"
    ) -> tuple[list[Span], ChunkingConfiguration]:
        work.begin(Stage.CHUNKING, total=len(extracted.text), unit="characters")
        configuration = ChunkingConfiguration(
            strategy=choose_strategy(document.content_type),
            size=self._settings.chunk_size,
            overlap=self._settings.chunk_overlap,
        )
        strategy = build_strategy(configuration.strategy, configuration.size, configuration.overlap)
        spans = list(strategy.split(extracted))
        if not spans:
            raise IngestionFailure(
                "no_chunks",
                f"{document.filename} gave no chunks.",
                hint="The file may hold white space only.",
            )
        work.finish(
            {"chunks": len(spans), "strategy": configuration.strategy},
            done=len(extracted.text),
        )
        return spans, configuration

    def _embed(
        self,
        document: Document,
        extracted: ExtractedDocument,
        spans: list[Span],
        work: "_LeasedWork",
        should_stop: Callable[[], bool],
    ) -> None:
        work.begin(Stage.EMBEDDING, total=len(spans), unit="chunks")
        chunk_index = 0
        remaining: Iterator[Span] = iter(spans)
        while batch := list(islice(remaining, _BATCH)):
            if should_stop():
                raise Interrupted
            contents = [extracted.text[span.char_start : span.char_end] for span in batch]
            vectors = self._embedder.embed(contents)
            tokens = self._embedder.count_tokens(contents)
            work.store(
                [
                    NewChunk(
                        self._describe(
                            document, span, content, chunk_index + position, token_count
                        ),
                        vector,
                        blocks_of(extracted, span),
                    )
                    for position, (span, content, vector, token_count) in enumerate(
                        zip(batch, contents, vectors, tokens, strict=True)
                    )
                ]
            )
            chunk_index += len(batch)
        work.finish(
            {"vectors": len(spans), "dimensions": self._embedder.space.dimensions},
            done=len(spans),
        )

    def _describe(
        self, document: Document, span: Span, content: str, chunk_index: int, token_count: int
    ) -> Chunk:
        window = self._embedder.window_tokens
        source = document.source
        return Chunk(
            id="",
            document_id=document.id,
            filename=document.filename,
            group=document.group,
            chunk_index=chunk_index,
            content=content,
            char_start=span.char_start,
            char_end=span.char_end,
            page=span.page,
            section=span.section,
            section_number=span.section_number,
            block_type=BlockType(span.block_type),
            token_count=token_count,
            truncated_tokens=max(0, token_count - window),
            embedding_model=self._embedder.space.model,
            embedding_revision=self._embedder.space.revision,
            record_id=source.record_id,
            source_status=source.status,
            effective_date=source.effective_date,
            superseded_date=source.superseded_date,
        )


class _LeasedWork:
    """The writes of one ingestion: stages, progress and chunks, each fenced by the lease."""

    def __init__(self, database: Database, document: Document, lease: Lease) -> None:
        self._database = database
        self._document_id = document.id
        self._lease = lease
        self._stages: list[StageRun] = []
        self._stored = 0
        self._progress_written = 0.0

    def discard_earlier_chunks(self) -> None:
        """Remove what an earlier attempt stored, so that there is only ever one set."""

        def discard(transaction: Transaction) -> None:
            self._database.documents.write(
                self._document_id, self._lease, {"counts": Counts()}, transaction
            )
            self._database.chunks.remove_all(self._document_id, transaction)

        self._database.transact(discard)

    def begin(self, stage: Stage, *, total: int, unit: str) -> None:
        """Open a stage."""
        self._stages.append(StageRun(name=stage, started_at=datetime.now(UTC)))
        self._write(
            {
                "stage": stage,
                "stages": self._stages,
                "progress": Progress(done=0, total=total, unit=unit),
            }
        )

    def finish(
        self, detail: dict[str, Any], *, done: int, extra: dict[str, Any] | None = None
    ) -> None:
        """Close the running stage with what it produced."""
        self._close_stage(detail)
        self._write({"stages": self._stages, "progress.done": done, **(extra or {})})

    def store(self, chunks: list[NewChunk]) -> None:
        """Store chunks; the transaction proves that the lease is still held."""
        stored = self._stored + len(chunks)
        now = time.monotonic()
        fields: dict[str, Any] = {"counts.chunks": stored, "counts.vectors": stored}
        if now - self._progress_written >= _PROGRESS_SECONDS:
            fields["progress.done"] = stored
            self._progress_written = now

        def insert(transaction: Transaction) -> None:
            self._database.documents.write(self._document_id, self._lease, fields, transaction)
            self._database.chunks.insert(chunks, transaction)

        self._database.transact(insert)
        self._stored = stored

    def hand_over_to_indexing(self, counts: Counts, fields: dict[str, Any]) -> None:
        """Give the lease up: the host of the search engine finishes the document."""
        self._stages.append(StageRun(name=Stage.INDEXING, started_at=datetime.now(UTC)))
        self._write(
            {
                "stage": Stage.INDEXING,
                "stages": self._stages,
                "progress": Progress(done=0, total=counts.chunks, unit="entries"),
                "counts": counts,
                "lease": None,
                **fields,
            }
        )

    def _close_stage(self, detail: dict[str, Any]) -> None:
        last = self._stages[-1]
        self._stages[-1] = last.model_copy(
            update={"finished_at": datetime.now(UTC), "detail": detail}
        )

    def _write(self, fields: dict[str, Any]) -> None:
        self._database.documents.write(self._document_id, self._lease, fields)


def _unseen(new: list[str], known: list[str]) -> list[str]:
    return [warning for warning in new if warning not in known]
