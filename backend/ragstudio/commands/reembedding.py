"""`ragstudio reembed`: the corpus moves to the model that the settings name."""

import sys

from ragstudio.commands.worker_process import find_mongodb_uri
from ragstudio.errors import StudioError
from ragstudio.inference.factory import load_embedder
from ragstudio.lifecycle.reembedding import reembed
from ragstudio.settings import Settings
from ragstudio.storage.client import connect
from ragstudio.studio import DatabaseHandle, open_database


def run_reembedding(settings: Settings) -> int:
    """Re-embed in the running studio's database or in the embedded one; returns how many chunks.

    Raises `ModelUnavailable` and what opening the database raises.
    """
    embedder = load_embedder(settings)
    handle = _open(settings)
    try:
        return reembed(handle.database, embedder, _show_progress)
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
