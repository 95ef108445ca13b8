"""Finishing the indexing stage: a document is ready when the search engine holds all of it."""

import threading
from datetime import UTC, datetime

import structlog

from ragstudio.errors import IndexNotReady
from ragstudio.lifecycle.document_events import DocumentEvents
from ragstudio.lifecycle.replacement import settle_replacements
from ragstudio.records import (
    Document,
    DocumentError,
    DocumentStatus,
    Progress,
    Stage,
)
from ragstudio.search.base import SearchEngine
from ragstudio.storage.client import Database, Transaction

_LOOK_SECONDS = 1.0

log = structlog.get_logger(__name__)


class IndexingFinisher:
    """Runs beside the search engine and makes documents ready, in the background."""

    def __init__(self, database: Database, engine: SearchEngine, events: DocumentEvents) -> None:
        self._database = database
        self._engine = engine
        self._events = events
        self._wake = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="indexing-finisher", daemon=True)

    def start(self) -> None:
        """Begin, with what waits already."""
        self._unsubscribe = self._events.subscribe(self._notice)
        self._thread.start()

    def stop(self) -> None:
        """End; what is not finished waits for the next start."""
        self._unsubscribe()
        self._stop.set()
        self._wake.set()
        self._thread.join(timeout=10.0)

    def finish_waiting(self) -> int:
        """Finish every document that waits and can be finished; returns how many ended."""
        ended = 0
        documents = self._database.documents
        for document in (*documents.awaiting_index(), *documents.awaiting_new_index()):
            try:
                ended += self._finish(document)
            except IndexNotReady:
                log.info("index_not_ready", document_id=document.id)
        return ended

    def _notice(self, document_id: str, document: Document | None) -> None:
        if document is not None and (document.stage is Stage.INDEXING or document.rechunking):
            self._wake.set()

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self.finish_waiting()
            # Whatever is wrong with one record, later documents must still become ready.
            except Exception as error:
                log.warning("indexing_waits", reason=type(error).__name__)
            # The look at intervals covers events missed while MongoDB was away.
            self._wake.wait(_LOOK_SECONDS)
            self._wake.clear()

    def _finish(self, document: Document) -> bool:
        self._engine.catch_up()
        stored = self._database.chunks.count(document.id)
        vectors = self._database.chunks.count_vectors(document.id)
        indexed = self._engine.count(document.id)
        expected = document.counts.chunks
        counts = {
            "chunks": stored,
            "vectors": vectors,
            "vector_index": indexed.vectors,
            "text_index": indexed.texts,
        }
        if expected > 0 and all(count == expected for count in counts.values()):
            if document.rechunking is not None:
                return self._finish_rechunking(document, counts)
            return self._make_ready(document, counts)
        return self._fail(document, counts)

    def _finish_rechunking(self, document: Document, counts: dict[str, int]) -> bool:
        fields = {"stages": _close_last_stage(document, counts)}
        done = self._database.transact(
            lambda transaction: self._database.documents.finish_rechunking(
                document, fields, transaction
            )
        )
        if done:
            log.info("document_rechunked", document_id=document.id, chunks=document.counts.chunks)
        return done

    def _make_ready(self, document: Document, counts: dict[str, int]) -> bool:
        def close(transaction: Transaction) -> bool:
            moved = self._database.documents.finish_indexing(
                document,
                {
                    "status": DocumentStatus.READY,
                    "stage": None,
                    "error": None,
                    "stages": _close_last_stage(document, counts),
                    "progress": Progress(
                        done=document.counts.chunks, total=document.counts.chunks, unit="entries"
                    ),
                },
                transaction,
            )
            if moved:
                settle_replacements(self._database, document, transaction)
            return moved

        ready = self._database.transact(close)
        if ready:
            log.info("document_ready", document_id=document.id, chunks=document.counts.chunks)
        return ready

    def _fail(self, document: Document, counts: dict[str, int]) -> bool:
        found = ", ".join(f"{name} {count}" for name, count in counts.items())
        error = DocumentError(
            code="index_incomplete",
            message=f"{document.counts.chunks} chunks were embedded, but found were: {found}.",
            stage=Stage.INDEXING,
            hint="Chunks were changed while the document was processed. Retry it.",
        )
        log.warning("index_incomplete", document_id=document.id, **counts)
        documents = self._database.documents
        end = documents.finish_rechunking if document.rechunking else documents.finish_indexing
        fields = {"status": DocumentStatus.FAILED, "stage": Stage.INDEXING, "error": error}
        return self._database.transact(lambda transaction: end(document, fields, transaction))


def _close_last_stage(document: Document, counts: dict[str, int]) -> list[object]:
    closing = {"finished_at": datetime.now(UTC), "detail": counts}
    # A person may have taken the stages out by hand.
    return [
        *document.stages[:-1],
        *(last.model_copy(update=closing) for last in document.stages[-1:]),
    ]
