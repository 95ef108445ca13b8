"""Shared fixtures: one real `mongod` for the whole run, a fresh database for each test."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest
import structlog
import uvicorn
from pymongo import MongoClient
from pymongo.database import Database as MongoDatabase

from ragstudio.api.app import create_app
from ragstudio.inference.base import Embedder
from ragstudio.lifecycle.worker import Worker
from ragstudio.parsing.sandbox import ParserPool
from ragstudio.settings import Settings
from ragstudio.storage.client import Database, connect
from ragstudio.storage.data_directory import DataDirectory
from ragstudio.storage.embedded import EmbeddedMongod
from ragstudio.studio import Studio
from tests.running_server import MAX_UPLOAD_FILES, Api, wait_for


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    """A command that runs in a test sets up the log of the whole process."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)


@pytest.fixture(scope="session")
def mongod(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedMongod]:
    """A real, embedded MongoDB in a directory of its own."""
    embedded = EmbeddedMongod(DataDirectory(tmp_path_factory.mktemp("mongod")))
    embedded.start()
    yield embedded
    embedded.stop()


@pytest.fixture(scope="session")
def emptied(mongod: EmbeddedMongod) -> Iterator[MongoDatabase[dict[str, Any]]]:
    """The database all tests share: creating its collections anew costs a third of a second."""
    with MongoClient[dict[str, Any]](mongod.uri) as client:
        yield client["test_shared"]


@pytest.fixture
def database(mongod: EmbeddedMongod, emptied: MongoDatabase[dict[str, Any]]) -> Iterator[Database]:
    """An empty database with its indexes, emptied afterwards."""
    fresh = connect(mongod.uri, emptied.name)
    yield fresh
    fresh.close()
    for name in emptied.list_collection_names():
        emptied[name].delete_many({})
    # A feed begins with the newest write there is: that must not be one of these.
    emptied.client["test_marker"]["writes"].insert_one({})


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    """The real MiniLM."""
    from ragstudio.inference.factory import load_embedder

    return load_embedder(Settings(_env_file=None))


@pytest.fixture
def repository_root() -> Path:
    """The checkout's root."""
    return Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def api_settings(mongod: EmbeddedMongod) -> Settings:
    return Settings(
        _env_file=None,
        mongodb_uri=mongod.uri,
        mongodb_database=f"test_api_{uuid4().hex[:8]}",
        max_upload_mb=1,
        max_upload_files=MAX_UPLOAD_FILES,
        workers=0,
        reranker_model="offline",
    )


@pytest.fixture(scope="session")
def studio(api_settings: Settings) -> Iterator[Studio]:
    """A started studio whose worker runs in a thread of the test process."""
    studio = Studio.open(api_settings)
    studio.start()
    parser = ParserPool(timeout_seconds=30, memory_mb=1024)
    worker = Worker(studio.database, studio.embedder, parser, api_settings)
    thread = threading.Thread(target=worker.run, daemon=True)
    thread.start()
    yield studio
    worker.stop()
    thread.join()
    parser.close()
    studio.database.drop()
    studio.close()


@pytest.fixture(scope="session")
def api(api_settings: Settings, studio: Studio) -> Iterator[Api]:
    """The server on a free port of this machine."""
    config = uvicorn.Config(
        create_app(api_settings, studio), port=0, log_config=None, timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    wait_for(lambda: server.started)
    port = server.servers[0].sockets[0].getsockname()[1]
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30.0) as http:
        yield Api(http, studio)
    server.should_exit = True
    thread.join()
