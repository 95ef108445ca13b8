"""The text index by itself."""

from collections.abc import Iterator

import pytest

from ragstudio.search.base import SearchFilter
from ragstudio.search.local.text_index import TextIndex
from tests.search.entries import added, entry, removed

ANY = SearchFilter()
WORDS = ["leave", "travel", "device", "receipt", "hotline"]


@pytest.fixture
def index() -> Iterator[TextIndex]:
    """An index that rebuilds at once."""
    fresh = TextIndex()
    yield fresh
    fresh.close()


@pytest.fixture
def large() -> Iterator[TextIndex]:
    """An index that takes every corpus for a large one."""
    fresh = TextIndex(rebuild_at_once=0)
    yield fresh
    fresh.close()


def passages(count: int, first: int = 0) -> list[str]:
    """Texts of different lengths from few words."""
    return [
        " ".join(WORDS[(i * j) % len(WORDS)] for j in range(1 + i % 7))
        for i in range(first, first + count)
    ]


def fresh_index(texts: dict[str, str]) -> TextIndex:
    """An index that never held anything else."""
    index = TextIndex()
    index.apply(added(*(entry(chunk_id, text) for chunk_id, text in texts.items())))
    return index


def test_removed_entries_weigh_nothing(index: TextIndex) -> None:
    texts = {f"{i:03}": text for i, text in enumerate(passages(80))}
    index.apply(added(*(entry(chunk_id, text) for chunk_id, text in texts.items())))
    with_all = index.search("travel device", 80, ANY)
    gone = [f"{i:03}" for i in range(0, 80, 2)]
    index.apply(removed(*gone))
    for chunk_id in gone:
        del texts[chunk_id]
    now = index.search("travel device", 80, ANY)
    assert now == fresh_index(texts).search("travel device", 80, ANY)
    scores = {hit.chunk_id: hit.score for hit in with_all}
    assert any(scores[hit.chunk_id] != hit.score for hit in now)


def test_a_large_index_hides_removed_entries_at_once_and_becomes_exact(large: TextIndex) -> None:
    texts = {f"{i:03}": text for i, text in enumerate(passages(80))}
    large.apply(added(*(entry(chunk_id, text) for chunk_id, text in texts.items())))
    for chunk_id in [f"{i:03}" for i in range(0, 60, 2)]:
        large.apply(removed(chunk_id))
        del texts[chunk_id]
        assert chunk_id not in {hit.chunk_id for hit in large.search("leave", 80, ANY)}
    large.apply(added(entry("new", "hotline travel")))
    texts["new"] = "hotline travel"
    assert large.wait_until_exact(30)
    for query in ("leave", "travel device", "hotline"):
        assert large.search(query, 80, ANY) == fresh_index(texts).search(query, 80, ANY)
    assert large.count_matching(ANY) == len(large) == len(texts)


def test_changes_during_a_rebuild_are_not_lost(large: TextIndex) -> None:
    texts = {f"{i:05}": text for i, text in enumerate(passages(3000))}
    large.apply(added(*(entry(chunk_id, text) for chunk_id, text in texts.items())))
    for number, text in enumerate(passages(60, first=9000)):
        gone, new = f"{number:05}", f"n{number:05}"
        large.apply([*removed(gone), *added(entry(new, text))])
        del texts[gone]
        texts[new] = text
    assert large.wait_until_exact(60)
    assert large.search("travel device", 500, ANY) == fresh_index(texts).search(
        "travel device", 500, ANY
    )


def test_a_tie_over_the_cut_is_decided_by_chunk_id(index: TextIndex) -> None:
    index.apply(added(*(entry(f"{i:03}", "annual leave") for i in range(300, 0, -1))))
    assert [hit.chunk_id for hit in index.search("leave", 3, ANY)] == ["001", "002", "003"]


def test_applying_a_change_twice_does_no_harm(index: TextIndex) -> None:
    change = added(entry("a", "annual leave"))
    index.apply(change)
    score = index.search("leave", 1, ANY)[0].score
    index.apply(change)
    assert (len(index), index.count("d0"), index.count_matching(ANY)) == (1, 1, 1)
    assert index.search("leave", 1, ANY)[0].score == score
    index.apply(removed("a"))
    index.apply(removed("a"))
    assert (len(index), index.count("d0"), index.count_matching(ANY)) == (0, 0, 0)


def test_a_filter_adds_no_score(index: TextIndex) -> None:
    index.apply(added(*(entry(f"{i}", text) for i, text in enumerate(passages(20)))))
    narrowed = SearchFilter(groups=("policies",), source_status=("current",))
    assert index.search("travel", 20, narrowed) == index.search("travel", 20, ANY)


def test_a_chunk_without_text_is_held_and_never_found(index: TextIndex) -> None:
    index.apply(added(entry("a", ""), entry("b", "leave")))
    assert index.count_matching(ANY) == 2
    assert [hit.chunk_id for hit in index.search("leave", 5, ANY)] == ["b"]


def test_a_limit_below_one_is_refused(index: TextIndex) -> None:
    with pytest.raises(ValueError, match="limit"):
        index.search("leave", 0, ANY)
