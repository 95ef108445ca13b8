"""A whole lifecycle on real parts: mongod, MiniLM, the parser's child process, the engine."""

import io
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

import pytest

from ragstudio.inference.base import Embedder
from ragstudio.lifecycle.deletion import Deletion
from ragstudio.lifecycle.document_events import DocumentEvents
from ragstudio.lifecycle.indexing import IndexingFinisher
from ragstudio.lifecycle.intake import Intake, Upload
from ragstudio.lifecycle.worker import Worker
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.records import Document, DocumentStatus
from ragstudio.search.base import SearchEngine
from ragstudio.search.factory import build_engine
from ragstudio.settings import Settings
from ragstudio.storage.client import Database

Found = TypeVar("Found")


def wait_for(look: Callable[[], Found | None], seconds: float = 60.0) -> Found:
    """What `look` finds, looking again until it is something true."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if found := look():
            return found
        time.sleep(0.02)
    raise AssertionError(f"nothing came within {seconds} seconds")


@dataclass
class Lifecycle:
    """The parts of one lifecycle, with shortcuts for tests."""

    database: Database
    engine: SearchEngine
    settings: Settings
    intake: Intake
    deletion: Deletion
    finisher: IndexingFinisher
    events: DocumentEvents
    worker: Worker
    thread: threading.Thread | None = None

    def upload(self, content: bytes | str, filename: str = "note.md", **options: Any) -> Document:
        data = content.encode() if isinstance(content, str) else content
        return self.intake.accept(Upload(filename, io.BytesIO(data)), **options)

    def ingest(self, content: bytes | str, filename: str = "note.md", **options: Any) -> Document:
        document = self.upload(content, filename, **options)
        self.worker.work_once()
        return self.settle(document.id)

    def settle(self, document_id: str) -> Document:
        ended = (DocumentStatus.READY, DocumentStatus.FAILED)

        def look() -> Document | None:
            self.finisher.finish_waiting()
            document = self.database.documents.get(document_id)
            return document if document.status in ended else None

        return wait_for(look)

    def work_in_background(self) -> threading.Thread:
        self.thread = threading.Thread(target=self.worker.run, daemon=True)
        self.thread.start()
        return self.thread


@pytest.fixture(scope="session")
def parser() -> Iterator[ParserPool]:
    pool = ParserPool(timeout_seconds=30, memory_mb=1024)
    yield pool
    pool.close()


@pytest.fixture
def settings() -> Settings:
    return Settings(_env_file=None, lease_seconds=3, max_upload_mb=25)


@contextmanager
def run_lifecycle(
    database: Database, embedder: Embedder, parser: ParserPool, settings: Settings
) -> Iterator[Lifecycle]:
    engine = build_engine(settings, database, embedder.space)
    engine.start()
    wait_for(lambda: engine.state().ready)
    events = DocumentEvents(database)
    events.start()
    whole = Lifecycle(
        database=database,
        engine=engine,
        settings=settings,
        intake=Intake(database, settings),
        deletion=Deletion(database, engine),
        finisher=IndexingFinisher(database, engine, events),
        events=events,
        worker=Worker(database, embedder, parser, settings),
    )
    yield whole
    whole.worker.stop()
    if whole.thread is not None:
        whole.thread.join(60)
    events.stop()
    engine.stop()


@pytest.fixture
def lifecycle(
    database: Database, embedder: Embedder, parser: ParserPool, settings: Settings
) -> Iterator[Lifecycle]:
    with run_lifecycle(database, embedder, parser, settings) as whole:
        yield whole
