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
from ragstudio.search.factory import build_engine
from ragstudio.settings import Settings
from ragstudio.storage.client import Database

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

    def delete(self, document_id: str) -> DeletionReceipt:
        """Delete a document as the studio does."""
        return Deletion(self.database, self._engine).delete(document_id)


class ScratchCorpora:
    """Opens scratch corpora beside a studio's database, with its models."""

    def __init__(
        self, database: Database, embedder: Embedder, reranker: Reranker | None, settings: Settings
    ) -> None:
        self._database = database
        self._embedder = embedder
        self._reranker = reranker
        self._settings = settings

    @contextmanager
    def open(self, *, reranker: bool = True, **settings: object) -> Iterator[ScratchCorpus]:
        """An empty corpus, dropped when the context ends; keywords replace settings.

        Without `reranker` its searches rank by fusion alone.
        """
        own = self._settings.model_copy(update=settings)
        database = self._database.sibling(_name_scratch(self._database.name))
        database.prepare()
        engine = build_engine(own, database, self._embedder.space)
        parser = ParserPool(own.parse_timeout_seconds, own.parse_memory_mb)
        try:
            engine.start()
            yield ScratchCorpus(
                database,
                engine,
                embedder=self._embedder,
                reranker=self._reranker if reranker else None,
                settings=own,
                parser=parser,
            )
        finally:
            parser.close()
            engine.stop()
            database.drop()


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
