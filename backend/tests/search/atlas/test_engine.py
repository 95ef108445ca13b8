"""The Atlas engine: the contract over an emulated search process, and over a real one if named."""

import os
import time
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from bson import ObjectId
from pymongo.errors import OperationFailure

from ragstudio.errors import IndexNotReady, SearchRefused
from ragstudio.search.atlas.definitions import TEXT_INDEX, name_vector_index
from ragstudio.search.atlas.engine import AtlasSearchEngine
from ragstudio.search.atlas.indexes import AtlasIndexes, ServingIndexes
from ragstudio.search.base import IndexCounts, SearchEngine, SearchFilter
from ragstudio.storage.client import Database, connect
from tests.running_server import wait_for
from tests.search.atlas_emulator import EmulatedAtlas, count_clauses
from tests.search.contract import ANY, EngineContract, MakeEngine
from tests.search.corpus import Corpus
from tests.search.entries import DIMENSIONS, MODEL, random_vectors

VECTOR_INDEX = name_vector_index(DIMENSIONS, "none")
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
def atlas(database: Database) -> Iterator[EmulatedAtlas]:
    """An emulated search process, in two replicas."""
    emulated = EmulatedAtlas(database.chunk_collection())
    yield emulated
    emulated.close()


@pytest.fixture
def make_engine(atlas: EmulatedAtlas) -> Iterator[MakeEngine]:
    yield from keep_engines(lambda: AtlasSearchEngine(atlas, MODEL, DIMENSIONS))  # type: ignore[arg-type]


class TestEmulatedAtlas(EngineContract):
    """The contract, by what the manual and the source say of the server."""

    @pytest.fixture(autouse=True)
    def _follow(self, atlas: EmulatedAtlas) -> None:
        self._atlas = atlas

    def settle(self, engine: SearchEngine) -> None:
        engine.catch_up()
        wait_for(self._atlas.is_level)


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
        self._database = database
        yield from keep_engines(
            lambda: AtlasSearchEngine(database.chunk_collection(), MODEL, DIMENSIONS)
        )

    def settle(self, engine: SearchEngine) -> None:
        """The server says nowhere how far it has followed: two refreshes after the counts agree."""
        engine.catch_up()
        stored = self._database.chunk_collection().count_documents({})
        wait_for(lambda: engine.count_all().texts == stored, seconds=60)
        time.sleep(2.5)


def test_an_earlier_version_keeps_its_indexes_and_its_own_are_never_changed(
    atlas: EmulatedAtlas, make_engine: MakeEngine
) -> None:
    old = {"name": "ragstudio_text", "type": "search", "queryable": True, "status": "READY"}
    atlas.indexes["ragstudio_text"] = dict(old)
    make_engine()
    assert set(atlas.indexes) == {"ragstudio_text", VECTOR_INDEX, TEXT_INDEX}
    # What the server reports of a definition may differ from what it was given.
    atlas.indexes[TEXT_INDEX]["latestDefinition"] = {"normalised": True}
    make_engine()
    assert atlas.indexes["ragstudio_text"] == old
    assert atlas.indexes[TEXT_INDEX]["latestDefinition"] == {"normalised": True}


@pytest.mark.parametrize(
    ("index", "ready", "said"),
    [
        ({"queryable": True, "status": "BUILDING"}, True, "Atlas rebuilds ragstudio_text"),
        ({"queryable": True, "status": "STALE"}, True, "is STALE"),
        ({"queryable": False, "status": "BUILDING"}, False, "Atlas builds ragstudio_text"),
        (
            {"queryable": False, "status": "FAILED", "message": "Unknown analyzer"},
            False,
            "could not build ragstudio_text_v2: Unknown analyzer; drop it",
        ),
        (
            {
                "queryable": False,
                "status": "FAILED",
                "statusDetail": [{"hostname": "h", "mainIndex": {"message": "No space"}}],
            },
            False,
            "No space",
        ),
    ],
)
def test_an_index_serves_while_it_is_queryable_and_its_state_is_said(
    atlas: EmulatedAtlas, index: dict[str, Any], ready: bool, said: str
) -> None:
    for name in (VECTOR_INDEX, TEXT_INDEX):
        atlas.indexes[name] = {"name": name, "queryable": True, "status": "READY"}
    atlas.indexes[TEXT_INDEX].update(index)
    watched = AtlasIndexes(atlas, DIMENSIONS)  # type: ignore[arg-type]
    watched.start()
    try:
        wait_for(lambda: said in watched.detail)
        assert (watched.serving is not None) is ready
    finally:
        watched.stop()


def test_many_chunks_are_quantized_beside_the_index_that_serves(
    atlas: EmulatedAtlas, monkeypatch: pytest.MonkeyPatch, corpus: Corpus
) -> None:
    monkeypatch.setattr("ragstudio.search.atlas.indexes.QUANTIZE_BEYOND", 0)
    corpus.put("leave", random_vectors(1)[0])
    plain, scalar = VECTOR_INDEX, name_vector_index(DIMENSIONS, "scalar")
    for name in (plain, TEXT_INDEX):
        atlas.indexes[name] = {"name": name, "queryable": True, "status": "READY"}
    watched = AtlasIndexes(atlas, DIMENSIONS)  # type: ignore[arg-type]
    watched._look()
    assert watched.serving == ServingIndexes(plain, TEXT_INDEX)
    assert atlas.indexes[scalar]["latestDefinition"]["fields"][0]["quantization"] == "scalar"
    watched._look()
    watched._look()
    assert watched.serving == ServingIndexes(scalar, TEXT_INDEX)
    assert set(atlas.indexes) == {scalar, TEXT_INDEX}


@pytest.mark.parametrize(
    ("refusal", "words", "remedy"),
    [
        (
            OperationFailure(
                "The maximum number of FTS indexes has been reached for this instance size.", 8000
            ),
            "maximum number of FTS indexes",
            "dropSearchIndex",
        ),
        (
            OperationFailure("not authorized on studio to execute command", 13),
            "not authorized on studio",
            "role readWrite",
        ),
    ],
)
def test_an_atlas_that_refuses_is_quoted_with_the_remedy_within_five_seconds(
    atlas: EmulatedAtlas, refusal: OperationFailure, words: str, remedy: str
) -> None:
    atlas.refusal = refusal
    engine = AtlasSearchEngine(atlas, MODEL, DIMENSIONS)  # type: ignore[arg-type]
    engine.start()
    try:
        wait_for(lambda: words in engine.state().detail, seconds=5)
        with pytest.raises(IndexNotReady, match=remedy):
            engine.refresh()
    finally:
        engine.stop()


def test_the_third_index_that_m0_refuses_leaves_the_two_that_serve(
    database: Database, make_engine: MakeEngine
) -> None:
    full = EmulatedAtlas(database.chunk_collection(), most_indexes=1)
    watched = AtlasIndexes(full, DIMENSIONS)  # type: ignore[arg-type]
    try:
        watched._look()
        assert watched.serving is None
        assert "maximum number of FTS indexes" in watched.detail
        assert "dropSearchIndex" in watched.detail
    finally:
        full.close()


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


def test_searches_use_the_read_concern_the_server_asks_for(
    atlas: EmulatedAtlas, database: Database
) -> None:
    pipeline = [{"$searchMeta": {"index": TEXT_INDEX, "exists": {"path": "document_key"}}}]
    with pytest.raises(OperationFailure, match="Current readConcern: majority"):
        atlas.aggregate(pipeline)
    engine = AtlasSearchEngine(database.chunk_collection(), MODEL, DIMENSIONS)
    # The embedded server judges this by another stage that runs with `local` alone.
    local_only = [{"$planCacheStats": {}}]
    assert list(engine._searched.aggregate(local_only)) == []
    with pytest.raises(OperationFailure, match="readConcern") as refused:
        list(engine._chunks.aggregate(local_only))
    assert refused.value.code == 72


def test_a_refused_search_repeats_the_words_of_the_server(
    atlas: EmulatedAtlas, make_engine: MakeEngine
) -> None:
    engine = make_engine()
    assert isinstance(engine, AtlasSearchEngine)
    with pytest.raises(SearchRefused, match=r"unknown fields: .*'nonsense'.*code 8"):
        engine._run([{"$search": {"index": TEXT_INDEX, "nonsense": {}}}])
    atlas.indexes[TEXT_INDEX]["queryable"] = False
    with pytest.raises(IndexNotReady, match="did not answer within 10 seconds"):
        engine.search_text("leave", 5, ANY)


def test_a_search_waits_for_nothing_and_never_returns_what_is_gone(
    database: Database, corpus: Corpus
) -> None:
    vector = random_vectors(1)[0]
    gone, stays = corpus.put("leave", vector), corpus.put("leave", vector)
    late = EmulatedAtlas(database.chunk_collection(), lags=(0.0, 0.0))
    wait_for(late.is_level)
    for replica in late.replicas:
        replica._lag = 3600.0
    corpus.remove(gone.chunk_id)
    for engine in keep_engines(lambda: AtlasSearchEngine(late, MODEL, DIMENSIONS)):  # type: ignore[arg-type]
        asked = engine()
        asked.refresh()
        for found in (asked.search_vectors(vector, 5, ANY), asked.search_text("leave", 5, ANY)):
            assert [hit.chunk_id for hit in found] == [stays.chunk_id]
        # Of the deleted chunk the text index still has an entry: the receipt must not deny it.
        assert asked.count("d" * 24) == IndexCounts(1, 2)
    late.close()


def test_long_lists_of_documents_are_no_clauses(
    atlas: EmulatedAtlas, make_engine: MakeEngine, corpus: Corpus
) -> None:
    engine = make_engine()
    vector = random_vectors(1)[0]
    kept = corpus.put("leave", vector)
    wait_for(atlas.is_level)
    wanted = SearchFilter(
        document_ids=("d" * 24, *(f"{number:024x}" for number in range(1_500))),
        excluded_document_ids=tuple(f"{number:024x}" for number in range(1_500)),
    )
    assert [hit.chunk_id for hit in engine.search_vectors(vector, 5, wanted)] == [kept.chunk_id]
    assert [hit.chunk_id for hit in engine.search_text("leave", 5, wanted)] == [kept.chunk_id]
    assert count_clauses({"$in": [ObjectId() for _ in range(1_500)]}) == 1_500


def test_the_state_asks_for_an_estimate_once_a_minute_and_for_no_search(
    atlas: EmulatedAtlas, make_engine: MakeEngine
) -> None:
    engine = make_engine()
    atlas.pipelines.clear()
    for _ in range(5):
        assert engine.state().ready
    assert atlas.pipelines == []
