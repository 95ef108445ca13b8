"""Telling listeners about every change of a document, from one change stream."""

import threading
from collections.abc import Callable

import structlog

from ragstudio.records import Document
from ragstudio.storage.client import Database
from ragstudio.storage.document_changes import DocumentChange
from ragstudio.storage.errors import DatabaseFailure

Listener = Callable[[str, Document | None], None]
"""Called with the document's id and its record; None where it was deleted."""

_RETRY_SECONDS = 1.0

log = structlog.get_logger(__name__)


class DocumentEvents:
    """Follows `documents` in the background. Listeners are called in its thread: be quick."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._listeners: set[Listener] = set()
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._following = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="document-events", daemon=True)

    def start(self) -> None:
        """Begin to follow and return at once."""
        self._thread.start()

    def stop(self) -> None:
        """Stop following."""
        self._stop.set()
        self._thread.join(timeout=5.0)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` on every change from now on; returns what ends that."""
        self._following.wait(timeout=5.0)
        with self._lock:
            self._listeners.add(listener)

        def unsubscribe() -> None:
            with self._lock:
                self._listeners.discard(listener)

        return unsubscribe

    def _follow(self) -> None:
        missed = False
        while not self._stop.is_set():
            try:
                stream = self._database.document_changes()
            except DatabaseFailure:
                self._stop.wait(_RETRY_SECONDS)
                continue
            self._following.set()
            try:
                if missed:
                    self._announce_all()
                while not self._stop.is_set():
                    for change in stream.poll():
                        self._announce(change)
            # Whatever a change holds, the later ones must still be told.
            except Exception as error:
                missed = True
                log.warning("document_events_interrupted", reason=type(error).__name__)
                self._stop.wait(_RETRY_SECONDS)
            finally:
                stream.close()

    def _announce_all(self) -> None:
        """After a gap: tell every state as it is now, so that no listener waits for ever."""
        for document in self._database.documents.iterate():
            self._announce(DocumentChange(document.id, document))

    def _announce(self, change: DocumentChange) -> None:
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            listener(change.document_id, change.document)
