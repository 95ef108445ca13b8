from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest

from ragstudio.inference.base import Embedder, Reranker
from ragstudio.inference.factory import load_reranker
from ragstudio.retrieval.corpus import StoredCorpus
from ragstudio.retrieval.path import Retriever
from ragstudio.search.base import SearchEngine
from ragstudio.search.factory import build_engine
from ragstudio.settings import Settings
from ragstudio.storage.client import Database
from tests.retrieval.shelf import Shelf

TODAY = date(2026, 8, 1)
Opener = Callable[..., Retriever]


@pytest.fixture(scope="session")
def reranker() -> Reranker:
    """The studio's own cross-encoder."""
    loaded = load_reranker(Settings(_env_file=None, reranker_model="offline"))
    assert loaded is not None
    return loaded


@pytest.fixture
def engine(database: Database, embedder: Embedder) -> Iterator[SearchEngine]:
    running = build_engine(Settings(_env_file=None), database, embedder.space)
    running.start()
    yield running
    running.stop()


@pytest.fixture
def shelf(database: Database, embedder: Embedder) -> Shelf:
    return Shelf(database, embedder)


@pytest.fixture
def open_retriever(
    database: Database, engine: SearchEngine, embedder: Embedder, reranker: Reranker
) -> Opener:
    """A retriever over the real parts; keywords replace some of them."""

    def build(
        *, threshold: float | None = 0.0, settings: dict[str, Any] | None = None, **parts: Any
    ) -> Retriever:
        whole: dict[str, Any] = {
            "corpus": StoredCorpus(database.documents, database.chunks, database.meta),
            "engine": engine,
            "embedder": embedder,
            "reranker": reranker,
            "settings": Settings(_env_file=None, **(settings or {})),
            "threshold_for": lambda name: threshold,
            "today": lambda: TODAY,
        }
        return Retriever(**{**whole, **parts})

    return build
