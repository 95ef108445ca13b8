"""The vector index by itself."""

import threading
from dataclasses import replace

import numpy as np
import pytest

from ragstudio.search.base import SearchFilter
from ragstudio.search.local.vector_index import VectorIndex
from tests.search.entries import (
    DIMENSIONS,
    FILTERS,
    MODEL,
    VARIED_FIELDS,
    added,
    entry,
    passes,
    random_vectors,
    removed,
)

ANY = SearchFilter()


def test_removal_and_growth_keep_rows_and_metadata_together() -> None:
    index = VectorIndex(MODEL, DIMENSIONS)
    rng = np.random.default_rng(2)
    vectors = random_vectors(3000)
    entries = {
        f"{i:04}": entry(f"{i:04}", vector=vector, **VARIED_FIELDS[i % len(VARIED_FIELDS)])
        for i, vector in enumerate(vectors)
    }
    index.apply(added(*entries.values()))
    for chunk_id in rng.permutation(sorted(entries))[:2000]:
        index.apply(removed(chunk_id))
        del entries[chunk_id]
    for chunk_id in sorted(entries)[:200]:
        entries[chunk_id] = replace(entries[chunk_id], group="moved")
        index.apply(added(entries[chunk_id]))
    query = random_vectors(1, seed=4)[0]
    assert len(index) == len(entries) == 1000
    for where in [*FILTERS, SearchFilter(groups=("moved",))]:
        expected = {
            one.chunk_id: float(np.dot(one.vector.astype(np.float64), query))
            for one in entries.values()
            if one.vector is not None and passes(one, where)
        }
        found = {hit.chunk_id: hit.score for hit in index.search(query, 5000, where)}
        assert found == pytest.approx(expected, abs=2e-6)
        top = [hit.chunk_id for hit in index.search(query, 10, where)]
        assert top == [hit.chunk_id for hit in index.search(query, 5000, where)][:10]


def test_equal_vectors_score_equal_wherever_their_rows_are() -> None:
    index = VectorIndex(MODEL, DIMENSIONS)
    same = random_vectors(1, seed=8)[0]
    vectors = random_vectors(1003)
    vectors[::17] = same
    index.apply(added(*(entry(f"{i:04}", vector=v) for i, v in enumerate(vectors))))
    query = random_vectors(1, seed=9)[0]
    scores = {hit.score for hit in index.search(query, 2000, ANY) if int(hit.chunk_id) % 17 == 0}
    assert len(scores) == 1


def test_applying_a_change_twice_does_no_harm() -> None:
    index = VectorIndex(MODEL, DIMENSIONS)
    change = added(entry("a", vector=random_vectors(1)[0]))
    index.apply(change)
    index.apply(change)
    assert (len(index), index.count("d0")) == (1, 1)
    index.apply(removed("a"))
    index.apply(removed("a"))
    assert (len(index), index.count("d0")) == (0, 0)
    assert index.search(random_vectors(1)[0], 5, ANY) == []


def test_nothing_of_a_removed_chunk_remains() -> None:
    index = VectorIndex(MODEL, DIMENSIONS)
    index.apply(added(entry("a", vector=random_vectors(1)[0], section="Secret heading")))
    index.apply(removed("a"))
    held = vars(index)
    assert not np.any(held["_matrix"])
    assert "secret heading" not in held["_columns"]._books["section"]._codes


@pytest.mark.parametrize(
    "vector", [None, np.zeros(DIMENSIONS), np.full(DIMENSIONS, np.nan), np.ones(3)]
)
def test_unusable_vectors_are_left_out(vector: object) -> None:
    index = VectorIndex(MODEL, DIMENSIONS)
    index.apply(added(entry("a", vector=vector)))
    assert len(index) == 0


def test_a_vector_that_is_not_normalised_is_compared_by_its_angle() -> None:
    index = VectorIndex(MODEL, DIMENSIONS)
    unit = random_vectors(1)[0]
    index.apply(added(entry("a", vector=unit * 7)))
    assert index.search(unit * 3, 1, ANY)[0].score == 1.0


def test_wrong_use_is_refused() -> None:
    index = VectorIndex(MODEL, DIMENSIONS)
    with pytest.raises(ValueError, match="limit"):
        index.search(random_vectors(1)[0], 0, ANY)
    with pytest.raises(ValueError, match="vector"):
        index.search(random_vectors(1, dimensions=3)[0], 1, ANY)
    with pytest.raises(ValueError, match="dimension"):
        VectorIndex(MODEL, 0)


def test_searches_beside_a_writer_see_whole_batches() -> None:
    index = VectorIndex(MODEL, DIMENSIONS)
    vectors = random_vectors(50)
    batches = [
        added(*(entry(f"{i:02}", vector=v, group=group) for i, v in enumerate(vectors)))
        for group in ("old", "new")
    ]
    index.apply(batches[0])
    seen: set[int] = set()
    done = threading.Event()

    def search() -> None:
        while not done.is_set():
            seen.add(len(index.search(vectors[0], 100, SearchFilter(groups=("old",)))))

    readers = [threading.Thread(target=search) for _ in range(2)]
    for reader in readers:
        reader.start()
    for turn in range(200):
        index.apply(batches[(turn + 1) % 2])
    done.set()
    for reader in readers:
        reader.join()
    assert seen <= {0, 50}
