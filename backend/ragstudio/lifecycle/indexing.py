"""Finishing the indexing stage: a document is ready when the search engine holds all of it."""

import threading
import time
from dataclasses import dataclass, field
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
from ragstudio.search.base import IndexCounts, SearchEngine
from ragstudio.storage.client import Database, Transaction

LATE_SECONDS = 300.0
"""So long the search engine is waited for before the document says that it is late."""

LATE = "The search index is late"

_LOOK_SECONDS = 1.0
_CHECK_SECONDS = 30.0
# As many documents as one request to the search engine may ask about.
_BATCH = 200

log = structlog.get_logger(__name__)


@dataclass
class _Wait:
    """How long a document has waited for the search engine, in seconds of the monotonic clock."""

    began: float = field(default_factory=time.monotonic)
    checked: float | None = None
    reported: bool = False

    def is_due(self) -> bool:
        """Whether MongoDB is to be looked into again."""
        now = time.monotonic()
        if self.checked is not None and now - self.checked < _CHECK_SECONDS:
            return False
        self.checked = now
        return True

    def is_late(self) -> bool:
        return time.monotonic() - self.began > LATE_SECONDS


class IndexingFinisher:
    """Runs beside the search engine and makes documents ready, in the background."""

    def __init__(self, database: Database, engine: SearchEngine, events: DocumentEvents) -> None:
        self._database = database
        self._engine = engine
        self._events = events
        self._waits: dict[str, _Wait] = {}
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
        """Finish every document that waits and can be finished; returns how many ended.

        The engine is waited for once, and asked about many documents at a time.
        """
        repository = self._database.documents
        waiting = [*repository.awaiting_index(), *repository.awaiting_new_index()]
        self._waits = {each.id: self._waits.get(each.id, _Wait()) for each in waiting}
        if not waiting:
            return 0
        try:
            self._engine.catch_up()
            starts = range(0, len(waiting), _BATCH)
            return sum(self._finish(waiting[first : first + _BATCH]) for first in starts)
        except IndexNotReady as error:
            log.info("index_not_ready", documents=len(waiting), code=error.code)
            return 0

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

    def _finish(self, documents: list[Document]) -> int:
        """End those of the documents that are whole; returns how many."""
        held = self._engine.count_held([each.id for each in documents])
        complete = {each.id for each in documents if _is_indexed(each, held[each.id])}
        # What is missing in MongoDB no index will ever hold: looked at when it is new, and when
        # it is late.
        due = [each for each in documents if each.id in complete or self._waits[each.id].is_due()]
        stored = self._database.chunks.count_each([each.id for each in due])
        ended = 0
        for document in due:
            chunks, vectors = stored.get(document.id, (0, 0))
            counts = {
                "chunks": chunks,
                "vectors": vectors,
                "vector_index": held[document.id].vectors,
                "text_index": held[document.id].texts,
            }
            expected = document.counts.chunks
            if expected == 0 or chunks != expected or vectors != expected:
                ended += self._fail(document, counts)
            elif document.id in complete:
                ended += self._end_well(document, counts)
            elif self._engine.proves_level:
                ended += self._fail(document, counts)
            else:
                self._report_late(document, counts)
        return ended

    def _end_well(self, document: Document, counts: dict[str, int]) -> bool:
        if document.rechunking is not None:
            return self._finish_rechunking(document, counts)
        return self._make_ready(document, counts)

    def _report_late(self, document: Document, counts: dict[str, int]) -> None:
        """Say once that the index is late, in the log and in the document; it is waited for."""
        wait = self._waits[document.id]
        if wait.reported or not wait.is_late():
            return
        wait.reported = True
        log.warning("index_is_late", document_id=document.id, **counts)
        self._database.documents.add_warning(
            document.id,
            f"{LATE}: it holds {min(counts['vector_index'], counts['text_index'])} of "
            f"{document.counts.chunks} chunks after {LATE_SECONDS / 60:.0f} minutes. The document "
            "becomes ready when it holds all of them.",
        )

    def _finish_rechunking(self, document: Document, counts: dict[str, int]) -> bool:
        fields = {"stages": _close_last_stage(document, counts), **_without_lateness(document)}
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
                    **_without_lateness(document),
                    "progress": Progress(
                        done=document.counts.chunks, total=document.counts.chunks, unit="entries"
                    ),
                },
                transaction,
            )
            if moved:
                self._database.chunks.set_searchable(document.id, transaction)
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


def _is_indexed(document: Document, held: IndexCounts) -> bool:
    return held == IndexCounts(document.counts.chunks, document.counts.chunks)


def _without_lateness(document: Document) -> dict[str, object]:
    kept = [each for each in document.warnings if not each.startswith(LATE)]
    return {"warnings": kept} if kept != document.warnings else {}


def _close_last_stage(document: Document, counts: dict[str, int]) -> list[object]:
    closing = {"finished_at": datetime.now(UTC), "detail": counts}
    # A person may have taken the stages out by hand.
    return [
        *document.stages[:-1],
        *(last.model_copy(update=closing) for last in document.stages[-1:]),
    ]
