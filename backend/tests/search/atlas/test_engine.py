"""The Atlas engine: the contract over an emulated search process, and over a real one if named."""

import os
from collections.abc import Callable, Iterator
from uuid import uuid4

import pytest

from ragstudio.errors import IndexNotReady
from ragstudio.search.atlas.definitions import TEXT_INDEX, VECTOR_INDEX
from ragstudio.search.atlas.engine import AtlasSearchEngine
from ragstudio.search.base import SearchEngine, SearchFilter
from ragstudio.storage.client import Database, connect
from tests.running_server import wait_for
from tests.search.atlas_emulator import EmulatedAtlas
from tests.search.contract import ANY, EngineContract, MakeEngine
from tests.search.corpus import Corpus
from tests.search.entries import DIMENSIONS, MODEL, random_vectors

_URI = os.environ.get("ATLAS_TEST_URI", "")


def keep_engines(build: Callable[[], SearchEngine]) -> Iterator[MakeEngine]:
    """Starts engines, waits until they can be asked, and stops them at the end."""
    engines: list[SearchEngine] = []

    def make() -> SearchEngine:
        engine = build()
        engines.append(engine)
        engine.start()
        wait_for(lambda: engine.state().ready, seconds=300)
        return engine

    yield make
    for engine in engines:
        engine.stop()


@pytest.fixture
def atlas(database: Database) -> EmulatedAtlas:
    """An emulated search process that is three searches behind the collection."""
    return EmulatedAtlas(database.chunk_collection(), lag=3)


@pytest.fixture
def make_engine(atlas: EmulatedAtlas) -> Iterator[MakeEngine]:
    yield from keep_engines(lambda: AtlasSearchEngine(atlas, MODEL, DIMENSIONS))  # type: ignore[arg-type]


class TestEmulatedAtlas(EngineContract):
    """The contract, by what the manual says of the server."""


@pytest.mark.skipif(not _URI, reason="ATLAS_TEST_URI names no MongoDB with Atlas Search")
class TestRealAtlas(EngineContract):
    """The contract, over the server itself."""

    @pytest.fixture
    def database(self) -> Iterator[Database]:
        fresh = connect(_URI, f"test_atlas_{uuid4().hex[:8]}")
        yield fresh
        fresh.drop()
        fresh.close()

    @pytest.fixture
    def corpus(self, database: Database) -> Iterator[Corpus]:
        fresh = Corpus(database, _URI)
        yield fresh
        fresh.close()

    @pytest.fixture
    def make_engine(self, database: Database) -> Iterator[MakeEngine]:
        yield from keep_engines(
            lambda: AtlasSearchEngine(database.chunk_collection(), MODEL, DIMENSIONS)
        )


def test_an_index_that_differs_is_updated_and_one_that_is_right_is_left(
    atlas: EmulatedAtlas, make_engine: MakeEngine
) -> None:
    make_engine()
    right = {name: index["latestDefinition"] for name, index in atlas.indexes.items()}
    assert set(right) == {VECTOR_INDEX, TEXT_INDEX}

    atlas.indexes[TEXT_INDEX]["latestDefinition"] = {"mappings": {"dynamic": True}}
    untouched = {**atlas.indexes[VECTOR_INDEX]["latestDefinition"], "numPartitions": 1}
    atlas.indexes[VECTOR_INDEX]["latestDefinition"] = untouched
    make_engine()

    assert atlas.indexes[TEXT_INDEX]["latestDefinition"] == right[TEXT_INDEX]
    assert atlas.indexes[VECTOR_INDEX]["latestDefinition"] is untouched


def test_a_server_without_search_says_so(database: Database) -> None:
    engine = AtlasSearchEngine(database.chunk_collection(), MODEL, DIMENSIONS)
    engine.start()
    try:
        wait_for(lambda: "does not manage search indexes" in engine.state().detail)
        assert not engine.state().ready
        with pytest.raises(IndexNotReady, match="does not manage search indexes"):
            engine.refresh()
        with pytest.raises(IndexNotReady):
            engine.catch_up(timeout_seconds=0.05)
    finally:
        engine.stop()


def test_catching_up_ends_at_its_time_limit(
    atlas: EmulatedAtlas, make_engine: MakeEngine, corpus: Corpus
) -> None:
    engine = make_engine()
    corpus.put("leave", random_vectors(1)[0])
    atlas._lag = 10**9
    with pytest.raises(IndexNotReady, match=r"has not followed MongoDB within 0\.3 seconds"):
        engine.catch_up(timeout_seconds=0.3)


def test_a_search_waits_for_nothing_and_never_returns_what_is_gone(
    atlas: EmulatedAtlas, make_engine: MakeEngine, corpus: Corpus
) -> None:
    engine = make_engine()
    vector = random_vectors(1)[0]
    gone, stays = corpus.put("leave", vector), corpus.put("leave", vector)
    engine.catch_up()
    atlas._lag = 10**9
    corpus.remove(gone.chunk_id)
    engine.refresh()
    for found in (engine.search_vectors(vector, 5, ANY), engine.search_text("leave", 5, ANY)):
        assert [hit.chunk_id for hit in found] == [stays.chunk_id]


def test_values_no_chunk_can_have_are_not_asked_for(
    atlas: EmulatedAtlas, make_engine: MakeEngine, corpus: Corpus
) -> None:
    engine = make_engine()
    vector = random_vectors(1)[0]
    corpus.put("leave", vector)
    engine.catch_up()
    atlas.pipelines.clear()
    for where in (SearchFilter(document_ids=("no id",)), SearchFilter(section="nowhere")):
        assert engine.search_vectors(vector, 5, where) == []
        assert engine.search_text("leave", 5, where) == []
        assert engine.count_matching(where) == 0
    assert atlas.pipelines == []
