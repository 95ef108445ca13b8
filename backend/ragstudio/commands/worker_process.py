"""`ragstudio worker`: one process that ingests documents until it is told to stop."""

import os
import signal
import threading
from types import FrameType

from ragstudio.errors import DatabaseUnavailable
from ragstudio.inference.factory import load_embedder
from ragstudio.lifecycle.worker import Worker
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.settings import Settings
from ragstudio.storage.client import connect
from ragstudio.storage.data_directory import DataDirectory

# Past this the process ends all the same, and the document is taken up again.
_STOP_SECONDS = 8.0
# Nobody waits for an answer of a worker: it goes on where it was when MongoDB is back.
_PATIENCE_SECONDS = 10.0


def run_worker(settings: Settings) -> None:
    """Work until SIGINT or SIGTERM. Raises `DatabaseUnavailable` and `ModelUnavailable`."""
    database = connect(
        find_mongodb_uri(settings), settings.mongodb_database, patience_seconds=_PATIENCE_SECONDS
    )
    parser = ParserPool(settings.parse_timeout_seconds, settings.parse_memory_mb)
    worker = Worker(database, load_embedder(settings), parser, settings)

    def stop(number: int, frame: FrameType | None) -> None:
        worker.stop()
        timer = threading.Timer(_STOP_SECONDS, os._exit, args=[0])
        timer.daemon = True
        timer.start()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    try:
        worker.run()
    finally:
        parser.close()
        database.close()


def find_mongodb_uri(settings: Settings) -> str:
    """`MONGODB_URI`, or the embedded MongoDB of the studio that owns `DATA_DIR`.

    Raises `DatabaseUnavailable` where there is neither.
    """
    if not settings.uses_embedded_database:
        return settings.mongodb_uri.get_secret_value()
    owner = DataDirectory(settings.data_dir).owner() or {}
    if "mongodb_uri" not in owner:
        raise DatabaseUnavailable(
            f"No studio is running on the data directory {settings.data_dir}.",
            hint="Start one with `ragstudio serve`, or set MONGODB_URI.",
        )
    return str(owner["mongodb_uri"])
