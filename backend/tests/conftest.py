"""Shared fixtures: one real `mongod` for the whole run, a fresh database for each test."""

from collections.abc import Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from ragstudio.inference.base import Embedder
from ragstudio.storage.client import Database, connect
from ragstudio.storage.data_directory import DataDirectory
from ragstudio.storage.embedded import EmbeddedMongod


@pytest.fixture(scope="session")
def mongod(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedMongod]:
    """A real, embedded MongoDB in a directory of its own."""
    embedded = EmbeddedMongod(DataDirectory(tmp_path_factory.mktemp("mongod")))
    embedded.start()
    yield embedded
    embedded.stop()


@pytest.fixture
def database(mongod: EmbeddedMongod) -> Iterator[Database]:
    """An empty database, dropped afterwards."""
    fresh = connect(mongod.uri, f"test_{uuid4().hex[:12]}")
    yield fresh
    fresh.drop()
    fresh.close()


@pytest.fixture(scope="session")
def embedder() -> Embedder:
    """The real MiniLM."""
    from ragstudio.inference.factory import load_embedder

    from ragstudio.settings import Settings

    return load_embedder(Settings(_env_file=None))


@pytest.fixture
def repository_root() -> Path:
    """The checkout's root."""
    return Path(__file__).resolve().parents[2]
