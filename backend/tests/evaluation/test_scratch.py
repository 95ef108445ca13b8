"""Corpora of their own: loaded by the real lifecycle, gone afterwards."""

import pytest

from ragstudio.evaluation.scratch import ScratchCorpora, ScratchFailed, ScratchFile, sweep_scratch
from ragstudio.inference.base import Embedder, Reranker
from ragstudio.retrieval.request import SearchRequest
from ragstudio.settings import Settings
from ragstudio.storage.client import Database


@pytest.fixture
def corpora(database: Database, embedder: Embedder, reranker: Reranker | None) -> ScratchCorpora:
    return ScratchCorpora(database, embedder, reranker, Settings(_env_file=None))


def test_a_scratch_corpus_is_searched_and_leaves_nothing(
    corpora: ScratchCorpora, database: Database
) -> None:
    files = [
        ScratchFile("soup.txt", "canteen", b"The canteen serves lentil soup on Mondays."),
        # Twice the same bytes: a collection may hold duplicates.
        ScratchFile("copy.txt", "canteen", b"The canteen serves lentil soup on Mondays."),
    ]
    loaded: list[int] = []
    with corpora.open() as corpus:
        identifiers = corpus.load(files, loaded.append)
        answer = corpus.search(SearchRequest(query="Which soup is served on Mondays?"))
        assert {hit.filename for hit in answer.results} == {"soup.txt", "copy.txt"}
        assert corpus.delete(identifiers["canteen/copy.txt"]).verified
        again = corpus.search(SearchRequest(query="Which soup is served on Mondays?"))
        assert {hit.filename for hit in again.results} == {"soup.txt"}
        name = corpus.database.name
        assert database.list_siblings(name) == [name]
        with pytest.raises(ScratchFailed, match=r"blank\.txt"):
            corpus.load([ScratchFile("blank.txt", "canteen", b"\n \n")])
    assert loaded == [1, 2]
    assert database.documents.total() == 0
    assert database.list_siblings(f"{database.name}_scratch_") == []


def test_what_a_crash_left_is_swept(database: Database) -> None:
    prefix = f"{database.name}_scratch_"
    for name in (f"{prefix}000000010000", f"{prefix}ffffffff0000"):
        database.sibling(name).prepare()
    assert sweep_scratch(database, is_only_user=False) == 1
    assert database.list_siblings(prefix) == [f"{prefix}ffffffff0000"]
    assert sweep_scratch(database, is_only_user=True) == 1
    assert database.list_siblings(prefix) == []
