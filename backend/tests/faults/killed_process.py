"""A process that does one thing and kills itself before its n-th write."""

import io
import os
import signal
from collections.abc import Callable
from datetime import date

from pymongo import monitoring

from ragstudio.chunking.plan import ChunkingChoice
from ragstudio.inference.base import Embedder
from ragstudio.lifecycle.deletion import Deletion
from ragstudio.lifecycle.document_events import DocumentEvents
from ragstudio.lifecycle.indexing import IndexingFinisher
from ragstudio.lifecycle.intake import Intake, Upload
from ragstudio.lifecycle.rechunking import request_rechunking
from ragstudio.lifecycle.retry import retry_document
from ragstudio.lifecycle.source_editing import SourceEdit, edit_source
from ragstudio.lifecycle.worker import Worker
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.search.base import SearchEngine
from ragstudio.search.factory import build_engine
from ragstudio.settings import Settings
from ragstudio.storage.client import Database, connect
from tests.running_server import wait_for

_WRITES = {"insert", "update", "delete", "findAndModify", "commitTransaction"}


class _KilledAt(monitoring.CommandListener):
    """Counts the writes of this process, and ends it in place of one."""

    def __init__(self, number: int) -> None:
        self._left = number

    def started(self, event: monitoring.CommandStartedEvent) -> None:
        # The search index's own mark says nothing of any document.
        if event.command_name not in _WRITES or event.command.get("update") == "meta":
            return
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def succeeded(self, event: monitoring.CommandSucceededEvent) -> None: ...

    def failed(self, event: monitoring.CommandFailedEvent) -> None: ...


def run(uri: str, name: str, settings: Settings, what: str, document_id: str, number: int) -> None:
    """Do `what` to a document; killed before write `number`, counted from 1."""
    from tests.faults import preloaded

    preloaded.configure_logs("error")
    monitoring.register(_KilledAt(number))
    database = connect(uri, name)
    OPERATIONS[what](database, settings, document_id)


def upload_text(token: str) -> bytes:
    """A document that is embedded in two batches."""
    return "\n\n".join(f"Part {number} of {token} is here." for number in range(80)).encode()


def _take_in(database: Database, settings: Settings, token: str) -> None:
    Intake(database, settings).accept(Upload(f"{token}.txt", io.BytesIO(upload_text(token))))


def _ingest(database: Database, settings: Settings, document_id: str) -> None:
    _work(database, settings)


def _finish(database: Database, settings: Settings, document_id: str) -> None:
    IndexingFinisher(
        database, _follow(database, settings), DocumentEvents(database)
    ).finish_waiting()


def _replace(database: Database, settings: Settings, document_id: str) -> None:
    version = Upload("version.txt", io.BytesIO(upload_text("zqversion")))
    Intake(database, settings).accept_version(document_id, version)
    _work(database, settings)
    _finish(database, settings, document_id)


def _edit(database: Database, settings: Settings, document_id: str) -> None:
    fields = {"record_id": "R-2", "effective_date": date(2026, 1, 2)}
    edit_source(database, document_id, SourceEdit.model_validate(fields))


def _rechunk(database: Database, settings: Settings, document_id: str) -> None:
    request_rechunking(database, settings, document_id, ChunkingChoice(size=200, overlap=0))
    _work(database, settings)
    _finish(database, settings, document_id)


def _retry(database: Database, settings: Settings, document_id: str) -> None:
    retry_document(database, document_id)
    _work(database, settings)


def _delete(database: Database, settings: Settings, document_id: str) -> None:
    Deletion(database, _follow(database, settings)).delete(document_id)


def _follow(database: Database, settings: Settings) -> SearchEngine:
    engine = build_engine(settings, database, _embedder().space)
    engine.start()
    wait_for(lambda: engine.state().ready)
    return engine


def _work(database: Database, settings: Settings) -> None:
    parser = ParserPool(timeout_seconds=30, memory_mb=1024)
    Worker(database, _embedder(), parser, settings).work_once()
    parser.close()


def _embedder() -> Embedder:
    from tests.faults import preloaded

    return preloaded.read_embedder()


OPERATIONS: dict[str, Callable[[Database, Settings, str], None]] = {
    "intake": _take_in,
    "ingestion": _ingest,
    "indexing": _finish,
    "replacement": _replace,
    "edit": _edit,
    "rechunking": _rechunk,
    "retry": _retry,
    "deletion": _delete,
}
