"""From a document's raw bytes to its extracted text, and from that to chunks with vectors."""

import time
from collections.abc import Callable, Iterator

from ragstudio.chunking.base import Span, blocks_of
from ragstudio.chunking.factory import build_strategy
from ragstudio.errors import IngestionFailure
from ragstudio.inference.base import Embedder
from ragstudio.lifecycle.lookahead import compute_ahead
from ragstudio.lifecycle.raw_copy import RawCopy
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.records import Chunk, ChunkingConfiguration, Document, ExtractedDocument
from ragstudio.storage.chunks import NewChunk
from ragstudio.storage.client import Database

BATCH = 64
# Cutting takes a second for some thousand chunks; a machine at its limits is many times slower.
CHUNKING_SECONDS = 300.0

ShouldStop = Callable[[], bool]
GiveWay = Callable[[], None]
"""Called between batches of a long document: the place to let another document go first."""


class Interrupted(Exception):
    """The worker was asked to stop; the document goes back to the queue."""


class ChunkMaker:
    """The work on one document that writes nothing: read it, cut it, embed its chunks."""

    def __init__(
        self,
        database: Database,
        embedder: Embedder,
        parser: ParserPool,
        chunking_seconds: float = CHUNKING_SECONDS,
    ) -> None:
        self._database = database
        self._embedder = embedder
        self._parser = parser
        self._chunking_seconds = chunking_seconds

    def extract(self, document: Document, should_stop: ShouldStop) -> ExtractedDocument:
        """Parse the raw file. Raises `IngestionFailure`, and `Interrupted` if asked to stop."""
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
        return extracted

    def cut(
        self,
        document: Document,
        extracted: ExtractedDocument,
        configuration: ChunkingConfiguration,
        should_stop: ShouldStop,
    ) -> list[Span]:
        """The spans of its chunks.

        Raises `IngestionFailure` where there are none or they take too long to find, and
        `Interrupted` if asked to stop.
        """
        strategy = build_strategy(
            configuration.strategy, configuration.size, configuration.overlap, self._embedder
        )
        ends = time.monotonic() + self._chunking_seconds
        spans: list[Span] = []
        for span in strategy.split(extracted):
            spans.append(span)
            if len(spans) % BATCH:
                continue
            if should_stop():
                raise Interrupted
            if time.monotonic() > ends:
                raise IngestionFailure(
                    "chunking_timeout",
                    f"Cutting {document.filename} took longer than "
                    f"{self._chunking_seconds:g} seconds.",
                    hint="Split the file, or cut it by another strategy.",
                )
        if not spans:
            raise IngestionFailure(
                "no_chunks",
                f"{document.filename} gave no chunks.",
                hint="The file may hold white space only.",
            )
        return spans

    def embed(
        self,
        document: Document,
        extracted: ExtractedDocument,
        spans: list[Span],
        should_stop: ShouldStop,
        give_way: GiveWay,
    ) -> Iterator[list[NewChunk]]:
        """The chunks with their vectors, some at a time; the next are embedded meanwhile.

        Raises `Interrupted` if asked to stop.
        """

        def list_batches() -> Iterator[list[str]]:
            for first in range(0, len(spans), BATCH):
                give_way()
                if should_stop():
                    raise Interrupted
                yield [span.read(extracted.text) for span in spans[first : first + BATCH]]

        chunk_index = 0
        for contents, vectors in compute_ahead(self._embedder.embed, list_batches()):
            batch = spans[chunk_index : chunk_index + BATCH]
            tokens = self._embedder.count_tokens(contents)
            yield [
                NewChunk(
                    self._describe(document, span, content, chunk_index + position, token_count),
                    vector,
                    blocks_of(extracted, span),
                )
                for position, (span, content, vector, token_count) in enumerate(
                    zip(batch, contents, vectors, tokens, strict=True)
                )
            ]
            chunk_index += len(batch)

    def _describe(
        self, document: Document, span: Span, content: str, chunk_index: int, token_count: int
    ) -> Chunk:
        return Chunk(
            id="",
            document_id=document.id,
            filename=document.filename,
            group=document.group,
            chunk_index=chunk_index,
            content=content,
            **span.list_fields(),
            token_count=token_count,
            truncated_tokens=max(0, token_count - self._embedder.window_tokens),
            embedding_model=self._embedder.space.model,
            embedding_revision=self._embedder.space.revision,
            **document.source.list_chunk_fields(),
        )
