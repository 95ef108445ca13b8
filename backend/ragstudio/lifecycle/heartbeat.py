"""Keeping a lease alive while its document is worked on."""

import threading
from types import TracebackType
from typing import Self

import structlog

from ragstudio.errors import LeaseLost
from ragstudio.records import Lease
from ragstudio.storage.documents import DocumentRepository
from ragstudio.storage.errors import DatabaseFailure

log = structlog.get_logger(__name__)


class Heartbeat:
    """Renews a lease in the background; `lost` is set once it is held no more."""

    def __init__(
        self, documents: DocumentRepository, document_id: str, lease: Lease, seconds: float
    ) -> None:
        if seconds <= 0:
            raise ValueError("a lease lasts longer than 0 seconds")
        self.lost = threading.Event()
        self._documents = documents
        self._document_id = document_id
        self._lease = lease
        self._seconds = seconds
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._beat, name="heartbeat", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._done.set()
        self._thread.join()

    def _beat(self) -> None:
        # Three tries fit into one lease, so that one slow answer does not lose it; and a delete
        # is noticed within seconds however long the lease is.
        while not self._done.wait(min(self._seconds / 3, 2.0)):
            try:
                self._documents.renew(self._document_id, self._lease, self._seconds)
            except LeaseLost:
                self.lost.set()
                return
            except DatabaseFailure as error:
                log.warning("lease_not_renewed", reason=type(error).__name__)
