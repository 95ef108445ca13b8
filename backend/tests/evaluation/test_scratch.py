"""Corpora of their own: loaded by the real lifecycle, gone afterwards."""

import subprocess
import sys

import pytest

from ragstudio.evaluation.scratch import ScratchCorpora, ScratchFailed, ScratchFile, sweep_scratch
from ragstudio.inference.base import Embedder, Reranker
from ragstudio.retrieval.request import SearchRequest
from ragstudio.settings import Settings
from ragstudio.storage.client import Database
from ragstudio.storage.embedded import EmbeddedMongod

KILLED = """
import sys
from ragstudio.evaluation.scratch import ScratchCorpora, ScratchFile
from ragstudio.inference.factory import load_embedder
from ragstudio.settings import Settings
from ragstudio.storage.client import connect

settings = Settings(_env_file=None)
database = connect(sys.argv[1], sys.argv[2])
if __name__ == "__main__":
    with ScratchCorpora(database, load_embedder(settings), None, settings).open() as corpus:
        print(corpus.database.name, flush=True)
        sys.stdin.read()
"""


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


def test_a_run_that_is_killed_leaves_a_corpus_that_is_swept(
    mongod: EmbeddedMongod, database: Database
) -> None:
    command = [sys.executable, "-c", KILLED, mongod.uri, database.name]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        name = running.stdout.readline().strip()
        running.kill()
    assert database.list_siblings(f"{database.name}_scratch_") == [name]
    assert sweep_scratch(database, is_only_user=False) == 0, "another studio may be at work in it"
    assert sweep_scratch(database, is_only_user=True) == 1
    assert database.list_siblings(f"{database.name}_scratch_") == []
