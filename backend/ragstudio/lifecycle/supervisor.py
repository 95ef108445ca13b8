"""Worker processes as children of the API process: started, restarted, and ended with it."""

import os
import subprocess
import sys
import threading
from collections.abc import Mapping

import structlog

from ragstudio.lifecycle.worker import worker_name
from ragstudio.storage.client import Database
from ragstudio.storage.errors import DatabaseFailure
from ragstudio.storage.process_guard import die_with_parent

_LOOK_SECONDS = 0.2
_RESTART_SECONDS = 1.0
_STOP_SECONDS = 15.0

log = structlog.get_logger(__name__)


class WorkerSupervisor:
    """Keeps `count` workers running; a worker that dies gives its document back at once."""

    def __init__(self, database: Database, count: int, environment: Mapping[str, str]) -> None:
        if count < 0:
            raise ValueError("the number of workers cannot be negative")
        self._database = database
        self._count = count
        self._environment = {**os.environ, **environment}
        self._children: list[subprocess.Popen[bytes]] = []
        self._stop = threading.Event()
        # The children are bound to the thread that starts them (parent-death signal), so one
        # thread does that for the whole life of the studio.
        self._thread = threading.Thread(target=self._keep, name="worker-supervisor", daemon=True)

    def start(self) -> None:
        """Start the workers and return at once."""
        self._thread.start()

    def stop(self) -> None:
        """End the workers: politely first, then for good."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=_STOP_SECONDS + 5.0)

    def pids(self) -> list[int]:
        """Process ids of the workers that run."""
        return [child.pid for child in self._children if child.poll() is None]

    def _keep(self) -> None:
        self._children = [self._spawn() for _ in range(self._count)]
        while not self._stop.wait(_LOOK_SECONDS):
            for position, child in enumerate(self._children):
                code = child.poll()
                if code is None:
                    continue
                log.warning("worker_died", pid=child.pid, exit_code=code)
                give_back_work(self._database, child.pid)
                if self._stop.wait(_RESTART_SECONDS):
                    break
                self._children[position] = self._spawn()
        self._end_children()

    def _spawn(self) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "ragstudio.cli", "worker"],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            preexec_fn=die_with_parent(),  # noqa: PLW1509
            start_new_session=True,
        )

    def _end_children(self) -> None:
        for child in self._children:
            if child.poll() is None:
                child.terminate()
        for child in self._children:
            try:
                child.wait(_STOP_SECONDS)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()


def give_back_work(database: Database, pid: int) -> None:
    """What a dead worker process of this machine held can be taken up again at once."""
    try:
        # First: its open transaction would hold up every write to its document.
        database.end_abandoned_transactions()
        database.documents.release_leases(worker_name(pid))
        database.documents.release_rechunking_leases(worker_name(pid))
    except DatabaseFailure as error:
        # The lease runs out by itself.
        log.warning("lease_not_released", pid=pid, reason=type(error).__name__)
