"""Corpora that last as long as one evaluation, each in a database of its own."""

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO

import structlog

from ragstudio.errors import StudioError
from ragstudio.inference.base import Embedder, Reranker
from ragstudio.inference.factory import load_embedder, load_reranker
from ragstudio.lifecycle.deletion import Deletion
from ragstudio.lifecycle.document_events import DocumentEvents
from ragstudio.lifecycle.indexing import IndexingFinisher
from ragstudio.lifecycle.intake import Intake, OnDuplicate, Upload
from ragstudio.lifecycle.worker import Worker
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.records import DeletionReceipt, DocumentStatus
from ragstudio.retrieval.path import Retriever
from ragstudio.retrieval.request import SearchRequest
from ragstudio.retrieval.response import SearchResponse
from ragstudio.search.base import SearchEngine
from ragstudio.search.local.engine import LocalSearchEngine
from ragstudio.settings import Settings
from ragstudio.storage.client import Database
from ragstudio.storage.meta import APPLIED_THRESHOLD

_SHARED_GRACE_SECONDS = 24 * 3600

log = structlog.get_logger(__name__)


class ScratchFailed(StudioError):
    """A document of a scratch corpus did not become ready."""

    code = "scratch_failed"
    status = 422


@dataclass(frozen=True, slots=True)
class ScratchFile:
    """A file to load: its name, group and bytes."""

    filename: str
    group: str
    content: bytes


class ScratchCorpus:
    """A corpus that is searched as the studio's own is, loaded by the same lifecycle."""

    def __init__(
        self,
        database: Database,
        engine: SearchEngine,
        *,
        embedder: Embedder,
        reranker: Reranker | None,
        settings: Settings,
        parser: ParserPool,
    ) -> None:
        self.database = database
        self._engine = engine
        self._intake = Intake(database, settings)
        self._worker = Worker(database, embedder, parser, settings)
        self._finisher = IndexingFinisher(database, engine, DocumentEvents(database))
        self._retriever = Retriever.over(database, engine, embedder, reranker, settings)
        self._plain = Retriever.over(database, engine, embedder, None, settings)

    def load(
        self,
        files: Sequence[ScratchFile],
        on_progress: Callable[[int], None] = lambda done: None,
    ) -> dict[str, str]:
        """Take the files in until each is ready; returns their ids as `group/filename`.

        Raises what `Intake.accept` raises, and `ScratchFailed` for the first that failed.
        """
        identifiers = {}
        for done, file in enumerate(files, start=1):
            document = self._intake.accept(
                Upload(file.filename, BytesIO(file.content)),
                group=file.group,
                on_duplicate=OnDuplicate.KEEP,
            )
            identifiers[f"{file.group}/{file.filename}"] = document.id
            while self._worker.work_once():
                pass
            on_progress(done)
        self._finisher.finish_waiting()
        for document_id in identifiers.values():
            document = self.database.documents.get(document_id)
            if document.status is not DocumentStatus.READY:
                reason = document.error.message if document.error else document.status.value
                raise ScratchFailed(
                    f"{document.filename} could not be loaded into the scratch corpus: {reason}",
                    hint="Upload the file by itself to see why it fails.",
                )
        return identifiers

    def search(self, request: SearchRequest, /) -> SearchResponse:
        """Answer one question over this corpus. Raises what `Retriever.search` raises."""
        return self._retriever.search(request)

    def without_reranker(self) -> Retriever:
        """A searcher over this corpus that ranks by fusion alone."""
        return self._plain

    def delete(self, document_id: str) -> DeletionReceipt:
        """Delete a document as the studio does."""
        return Deletion(self.database, self._engine).delete(document_id)


class ScratchCorpora:
    """Opens scratch corpora beside a studio's database, with its models."""

    def __init__(
        self,
        database: Database,
        embedder: Embedder,
        reranker: Reranker | None,
        settings: Settings,
        parser: ParserPool | None = None,
    ) -> None:
        self._database = database
        self.embedder = embedder
        self._reranker = reranker
        self._settings = settings
        self._parser = parser

    @contextmanager
    def share_parser(self, embedder: Embedder) -> Iterator["ScratchCorpora"]:
        """The same with another embedder, and one parser process for all corpora opened."""
        with self._open_parser() as parser:
            yield ScratchCorpora(self._database, embedder, self._reranker, self._settings, parser)

    def with_models(self, embedder: str | None, reranker: str | None) -> "ScratchCorpora":
        """The same with other models, by name; None keeps the one there is.

        Raises `ModelUnavailable` where one is not on this machine.
        """
        settings = self._settings.model_copy(update={"hf_hub_offline": True})
        own_embedder, own_reranker = self.embedder, self._reranker
        if embedder is not None:
            own_embedder = load_embedder(settings.model_copy(update={"embedding_model": embedder}))
        if reranker is not None:
            own_reranker = load_reranker(settings.model_copy(update={"reranker_model": reranker}))
        return ScratchCorpora(
            self._database, own_embedder, own_reranker, self._settings, self._parser
        )

    @contextmanager
    def open(self) -> Iterator[ScratchCorpus]:
        """An empty corpus with the studio's applied thresholds, dropped when the context ends."""
        database = self._database.sibling(_name_scratch(self._database.name))
        database.prepare()
        for name, applied in self._database.meta.list_entries(APPLIED_THRESHOLD).items():
            database.meta.write_entry(f"{APPLIED_THRESHOLD}{name}", applied)
        # Small, and gone in a minute: an index on Atlas would take longer to build.
        space = self.embedder.space
        engine = LocalSearchEngine(database.chunk_feed, space.model, space.dimensions)
        try:
            with self._open_parser() as parser:
                engine.start()
                yield ScratchCorpus(
                    database,
                    engine,
                    embedder=self.embedder,
                    reranker=self._reranker,
                    settings=self._settings,
                    parser=parser,
                )
        finally:
            engine.stop()
            database.drop()

    @contextmanager
    def _open_parser(self) -> Iterator[ParserPool]:
        if self._parser is not None:
            yield self._parser
            return
        parser = ParserPool(
            self._settings.parse_timeout_seconds,
            self._settings.parse_memory_mb,
            hidden_content=self._settings.include_hidden_content,
        )
        try:
            yield parser
        finally:
            parser.close()


def sweep_scratch(database: Database, *, is_only_user: bool) -> int:
    """Drop scratch databases that a crash left; returns how many.

    Where other studios may use the server, those younger than a day are left alone.
    """
    prefix = f"{database.name}_scratch_"
    dropped = 0
    for name in database.list_siblings(prefix):
        started = int(name.removeprefix(prefix)[:8], 16) if len(name) > len(prefix) + 7 else 0
        if is_only_user or time.time() - started > _SHARED_GRACE_SECONDS:
            database.sibling(name).drop()
            dropped += 1
    if dropped:
        log.info("scratch_databases_swept", count=dropped)
    return dropped


def _name_scratch(name: str) -> str:
    return f"{name}_scratch_{int(time.time()):08x}{secrets.token_hex(2)}"
