"""Commands that run processes, and those about what they run on."""

import os
import signal
import sys
import threading
from types import FrameType
from typing import Annotated

import typer

from ragstudio.commands.context import load_settings
from ragstudio.commands.server import run_server
from ragstudio.errors import DatabaseUnavailable, StudioError
from ragstudio.inference.download import main as fetch
from ragstudio.inference.factory import load_embedder
from ragstudio.lifecycle.reembedding import reembed as reembed_chunks
from ragstudio.lifecycle.worker import Worker
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.settings import Settings
from ragstudio.storage.client import connect
from ragstudio.storage.data_directory import DataDirectory
from ragstudio.studio import DatabaseHandle, open_database


def serve(
    host: Annotated[str | None, typer.Option(help="Address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="0 takes any port.")] = None,
) -> None:
    """Serve the API and the user interface."""

    given = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    settings = load_settings(quiet=False).model_copy(update=given)
    run_server(settings)


def worker() -> None:
    """Ingest documents in this process, beside the server's own workers."""

    run_worker(load_settings(quiet=False))


def mongo_uri() -> None:
    """Print the address of the database, with the password, for mongosh or Compass."""

    sys.stdout.write(find_mongodb_uri(load_settings()) + "\n")


def reembed() -> None:
    """Move the corpus to EMBEDDING_MODEL while the old vectors serve."""

    count = run_reembedding(load_settings())
    sys.stdout.write(f"{count} chunks embedded. Restart a running server to use the new model.\n")


def models() -> None:
    """Fetch the published models, where the network allows."""

    load_settings()
    raise typer.Exit(fetch())


# Past this the process ends all the same, and the document is taken up again.
_STOP_SECONDS = 8.0
# Nobody waits for an answer of a worker: it goes on where it was when MongoDB is back.
_PATIENCE_SECONDS = 10.0


def run_worker(settings: Settings) -> None:
    """Work until SIGINT or SIGTERM. Raises `DatabaseUnavailable` and `ModelUnavailable`."""
    database = connect(
        find_mongodb_uri(settings), settings.mongodb_database, patience_seconds=_PATIENCE_SECONDS
    )
    parser = ParserPool(
        settings.parse_timeout_seconds,
        settings.parse_memory_mb,
        hidden_content=settings.include_hidden_content,
    )
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


def run_reembedding(settings: Settings) -> int:
    """Re-embed in the running studio's database or in the embedded one; returns how many chunks.

    Raises `ModelUnavailable` and what opening the database raises.
    """
    embedder = load_embedder(settings)
    handle = _open(settings)
    try:
        return reembed_chunks(handle.database, embedder, _show_progress)
    finally:
        handle.close()


def _open(settings: Settings) -> DatabaseHandle:
    try:
        uri = find_mongodb_uri(settings)
    except StudioError:
        return open_database(settings)
    return DatabaseHandle(connect(uri, settings.mongodb_database), uri, None)


def _show_progress(done: int, total: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{done} of {total} chunks")
        sys.stderr.flush()
