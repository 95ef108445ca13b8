"""Putting right what a crash or a broken upload left behind, at start and from time to time."""

import threading
import time
from datetime import timedelta

import structlog

from ragstudio.lifecycle.deletion import Deletion
from ragstudio.lifecycle.worker import attempts_exhausted
from ragstudio.settings import Settings
from ragstudio.storage.client import Database

_INTERVAL_SECONDS = 15.0
# What an absence of MongoDB broke off does not wait for the next look at intervals.
_SOON_SECONDS = 2.0

log = structlog.get_logger(__name__)


class Recovery:
    """Finishes interrupted deletes, gives up hopeless documents and sweeps orphaned chunks."""

    def __init__(self, database: Database, deletion: Deletion, settings: Settings) -> None:
        self._database = database
        self._deletion = deletion
        self._settings = settings
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="recovery", daemon=True)

    def take_over(self) -> int:
        """Requeue what was under lease and sweep what broken uploads left; returns how many.

        Right only when no other process can be at work.
        """
        released = self._database.documents.release_leases()
        released += self._database.documents.release_rechunking_leases()
        if released:
            log.info("documents_resumed", count=released)
        return released + self._sweep(timedelta(0))

    def start(self) -> None:
        """Begin to look: at once, at intervals, and soon after an absence of MongoDB."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._stop.set()
        self._thread.join(timeout=10.0)

    def recover(self) -> None:
        """One look. Raises a `DatabaseFailure` where MongoDB is away."""
        self._database.interrupted.clear()
        self._database.end_abandoned_transactions()
        self._deletion.resume()
        attempts = self._settings.max_attempts
        exhausted = attempts_exhausted(attempts)
        self._database.documents.fail_exhausted(attempts, exhausted)
        self._database.documents.fail_exhausted_rechunkings(attempts, exhausted)
        self._sweep(timedelta(minutes=self._settings.orphan_grace_minutes))

    def _sweep(self, grace: timedelta) -> int:
        swept = self._database.raw_files.sweep_orphaned_chunks(grace)
        if swept:
            log.info("orphaned_raw_chunks_swept", count=swept)
        return swept

    def _run(self) -> None:
        due = 0.0
        while not self._stop.is_set():
            if time.monotonic() >= due or self._database.interrupted.is_set():
                due = time.monotonic() + self._look()
            self._stop.wait(_SOON_SECONDS)

    def _look(self) -> float:
        """One look that survives whatever is wrong; seconds until the next one at the latest."""
        try:
            self.recover()
        # Whatever is wrong with one record, the others must not wait for ever.
        except Exception as error:
            log.warning("recovery_waits", reason=type(error).__name__)
            return _SOON_SECONDS
        return _INTERVAL_SECONDS
