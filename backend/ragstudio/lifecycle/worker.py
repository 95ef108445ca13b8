"""The worker: claims documents, ingests them, and fails them with a reason when it must."""

import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import structlog

from ragstudio.errors import IngestionFailure, LeaseLost, StudioError
from ragstudio.inference.base import Embedder
from ragstudio.lifecycle.extraction import GiveWay, Interrupted, ShouldStop
from ragstudio.lifecycle.heartbeat import Heartbeat
from ragstudio.lifecycle.ingestion import Ingestion
from ragstudio.lifecycle.rechunking import Rechunker
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.records import Document, DocumentError, Lease
from ragstudio.settings import Settings
from ragstudio.storage.client import Database, Transaction
from ragstudio.storage.errors import DatabaseFailure

_IDLE_SECONDS = 0.25
_ABSENT_SECONDS = 1.0
_EXHAUSTED_SECONDS = 2.0
# After so long a document lets one that waits go first, between two of its batches.
TURN_SECONDS = 5.0
# Each document that has given way keeps its text in memory meanwhile.
_MOST_IN_HAND = 3

log = structlog.get_logger(__name__)


def worker_name(pid: int | None = None) -> str:
    """The lease owner's name of a worker process on this machine."""
    return f"{socket.gethostname()}:{pid or os.getpid()}:"


class Worker:
    """Works on the oldest document that waits, until told to stop.

    A document that takes longer than `turn_seconds` gives way to new ones between its batches,
    so that none waits for the end of a long one.
    """

    def __init__(
        self,
        database: Database,
        embedder: Embedder,
        parser: ParserPool,
        settings: Settings,
        turn_seconds: float = TURN_SECONDS,
    ) -> None:
        if turn_seconds < 0:
            raise ValueError(f"turn_seconds must not be negative, not {turn_seconds}")
        self._database = database
        self._ingestion = Ingestion(database, embedder, parser, settings)
        self._rechunker = Rechunker(database, embedder, parser)
        self._settings = settings
        self._stop = threading.Event()
        self._next_look = 0.0
        self._turn_seconds = turn_seconds
        self._in_hand = 0

    def stop(self) -> None:
        """Ask the worker to end; the document it works on goes back to the queue."""
        self._stop.set()

    def run(self) -> None:
        """Work until `stop`; outlives absences of MongoDB."""
        while not self._stop.is_set():
            try:
                if self._database.interrupted.is_set():
                    # A transaction left open would hold up every write to its document.
                    self._database.end_abandoned_transactions()
                    self._database.interrupted.clear()
                if not self.work_once():
                    self._stop.wait(_IDLE_SECONDS)
            except DatabaseFailure as error:
                log.warning("worker_waits_for_database", reason=type(error).__name__)
                self._stop.wait(_ABSENT_SECONDS)

    def work_once(self) -> bool:
        """Claim one document, ingest it or cut it anew; False where there was none to claim."""
        return self._ingest_once() or self._rechunk_once()

    def _ingest_once(self) -> bool:
        claimed = self._database.documents.claim(
            worker_name(), self._settings.lease_seconds, self._settings.max_attempts
        )
        if claimed is None:
            return False
        document, lease = claimed
        log.info("ingestion_started", document_id=document.id, attempt=document.attempts)
        seconds = self._settings.lease_seconds
        with Heartbeat(self._database.documents, document.id, lease, seconds) as heartbeat:
            self._ingest(document, lease, heartbeat)
        return True

    def _rechunk_once(self) -> bool:
        """The same for a ready document that is to be cut anew; new documents go before it."""
        seconds = self._settings.lease_seconds
        claimed = self._database.documents.claim_rechunking(
            worker_name(), seconds, self._settings.max_attempts
        )
        if claimed is None:
            self._give_up_exhausted()
            return False
        document, lease = claimed
        log.info("rechunking_started", document_id=document.id)
        with Heartbeat(self._database.documents, document.id, lease, seconds) as heartbeat:
            self._rechunk(document, lease, heartbeat)
        return True

    @contextmanager
    def _take_turn(self, heartbeat: Heartbeat) -> Iterator[tuple[ShouldStop, GiveWay]]:
        """One more document in hand; what it is to ask and to call between its batches."""
        ends = time.monotonic() + self._turn_seconds
        self._in_hand += 1

        def should_stop() -> bool:
            return self._stop.is_set() or heartbeat.lost.is_set()

        def give_way() -> None:
            overdue = time.monotonic() >= ends
            if overdue and self._in_hand < _MOST_IN_HAND and not self._stop.is_set():
                self._ingest_once()

        try:
            yield should_stop, give_way
        finally:
            self._in_hand -= 1

    def _give_up_exhausted(self) -> None:
        """Now and then: mark as failed what has had all its attempts."""
        now = time.monotonic()
        if now < self._next_look:
            return
        self._next_look = now + _EXHAUSTED_SECONDS
        attempts = self._settings.max_attempts
        self._database.documents.fail_exhausted(attempts, attempts_exhausted(attempts))
        self._database.documents.fail_exhausted_rechunkings(attempts, attempts_exhausted(attempts))

    def _rechunk(self, document: Document, lease: Lease, heartbeat: Heartbeat) -> None:
        try:
            with self._take_turn(heartbeat) as (should_stop, give_way):
                self._rechunker.run(document, lease, should_stop, give_way)
            log.info("rechunking_finished", document_id=document.id)
        except LeaseLost:
            log.info("rechunking_abandoned", document_id=document.id)
        except Interrupted:
            self._database.documents.give_back_rechunking(document.id, lease)
        except DatabaseFailure:
            raise
        except Exception as error:
            self._fail_rechunking(document, lease, error)

    def _fail_rechunking(self, document: Document, lease: Lease, error: Exception) -> None:
        """Say why; the old chunks serve on, unless the lease and with it the document is gone."""
        if isinstance(error, StudioError):
            code = getattr(error, "failure_code", error.code)
            known = error
        else:
            code = "ingestion_broke"
            known = StudioError(
                f"Cutting {document.filename} anew broke with {type(error).__name__}.",
                hint="Try once more; if it breaks again, report the file's type and this name.",
            )
        log.warning("rechunking_failed", document_id=document.id, code=code)
        try:
            now = self._database.documents.get(document.id).rechunking
            reason = DocumentError(
                code=code, message=known.message, stage=now.stage if now else None, hint=known.hint
            )
            fields = {"rechunking.error": reason, "lease": None}
            self._database.documents.write(document.id, lease, fields)
        except StudioError:
            log.info("rechunking_abandoned", document_id=document.id)

    def _ingest(self, document: Document, lease: Lease, heartbeat: Heartbeat) -> None:
        try:
            with self._take_turn(heartbeat) as (should_stop, give_way):
                self._ingestion.run(document, lease, should_stop, give_way)
            log.info("ingestion_finished", document_id=document.id)
        except LeaseLost:
            log.info("ingestion_abandoned", document_id=document.id)
        except Interrupted:
            self._database.documents.give_back(document.id, lease)
        except IngestionFailure as failure:
            self._fail(document, lease, failure.failure_code, failure)
        except DatabaseFailure:
            # Not the document's fault: the lease runs out and it is taken up again.
            raise
        except Exception as error:
            log.error("ingestion_broke", document_id=document.id, kind=type(error).__name__)
            self._fail(
                document,
                lease,
                "ingestion_broke",
                StudioError(
                    f"Ingesting {document.filename} broke with {type(error).__name__}.",
                    hint="Retry once; if it fails again, report the file's type and this name.",
                ),
            )

    def _fail(self, document: Document, lease: Lease, code: str, error: StudioError) -> None:
        """End as failed with nothing half-done left, unless the lease is gone."""
        log.info("ingestion_failed", document_id=document.id, code=code)
        try:
            stage = self._database.documents.get(document.id).stage
            reason = DocumentError(code=code, message=error.message, stage=stage, hint=error.hint)

            def close(transaction: Transaction) -> None:
                self._database.documents.fail(document.id, lease, reason, transaction)
                self._database.chunks.remove_all(document.id, transaction)

            self._database.transact(close)
        except StudioError:
            log.info("ingestion_abandoned", document_id=document.id)


def attempts_exhausted(attempts: int) -> DocumentError:
    """Why a document that never finishes is given up."""
    return DocumentError(
        code="attempts_exhausted",
        message=f"Ingestion was interrupted {attempts} times in a row.",
        hint="The file may be too much for this machine. Retry when it is less busy, or split "
        "the file.",
    )
