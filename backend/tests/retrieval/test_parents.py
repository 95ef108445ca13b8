from ragstudio.records import Chunk
from ragstudio.retrieval.corpus import StoredCorpus
from ragstudio.retrieval.parents import merge_siblings, read_parents
from ragstudio.retrieval.ranking import RankedPassage
from ragstudio.retrieval.request import SearchRequest
from ragstudio.retrieval.response import Outcome, Ranks, Scores
from ragstudio.storage.chunks import StoredPassage
from ragstudio.storage.client import Database
from tests.retrieval.conftest import Opener
from tests.retrieval.shelf import Shelf

PASSAGES = [
    "Annual leave. ",
    "An employee is entitled to 25 working days of leave a year. ",
    "Unused leave days may be carried over until 31 March. ",
    "The canteen serves soup on Mondays. ",
]
LEAVE = sum(map(len, PASSAGES[:3]))
PARENTS = [(0, LEAVE)] * 3 + [(LEAVE, LEAVE + len(PASSAGES[3]))]
QUESTION = "How many working days of leave does an employee have?"


def _chunk(name: str, parent: tuple[int, int] | None) -> StoredPassage:
    chunk = Chunk(
        id=name, document_id="d", filename="f", group="g", chunk_index=0, content=name,
        char_start=0, char_end=1, token_count=1, embedding_model="m",
        parent_start=parent and parent[0], parent_end=parent and parent[1],
    )  # fmt: skip
    return StoredPassage(chunk, None)


def _rank(name: str, outcome: Outcome) -> RankedPassage:
    return RankedPassage(name, Scores(), Ranks(), outcome)


def test_the_best_of_a_parents_chunks_stands_for_it_and_the_next_move_up() -> None:
    passages = {
        "a": _chunk("a", (0, 9)),
        "b": _chunk("b", (0, 9)),
        "c": _chunk("c", None),
        "d": _chunk("d", None),
        "e": _chunk("e", (0, 9)),
    }
    outcomes = [Outcome.RETURNED] * 2 + [Outcome.BEYOND_LIMIT] * 2 + [Outcome.BELOW_THRESHOLD]
    ranked = [_rank(name, outcome) for name, outcome in zip(passages, outcomes, strict=True)]
    merged = merge_siblings(ranked, passages, 2)
    assert [each.chunk_id for each in merged] == list(passages)
    assert [each.outcome for each in merged] == [
        Outcome.RETURNED,
        Outcome.MERGED,
        Outcome.RETURNED,
        Outcome.BEYOND_LIMIT,
        Outcome.BELOW_THRESHOLD,
    ]


def test_a_search_returns_the_section_once_and_says_what_was_found_in_it(
    shelf: Shelf, open_retriever: Opener
) -> None:
    shelf.put("leave.md", PASSAGES, parents=PARENTS)
    request = {"query": QUESTION, "explain": True, "limit": 2}
    for mode in ("hybrid", "vector"):
        answer = open_retriever().search(SearchRequest.model_validate({**request, "mode": mode}))
        first, *others = answer.results
        assert first.content == "".join(PASSAGES[:3])
        assert (first.char_start, first.char_end) == PARENTS[0]
        assert first.matched is not None
        assert first.chunk_index == 1
        assert first.matched.char_start == len(PASSAGES[0])
        assert first.content[first.matched.char_start : first.matched.char_end] == PASSAGES[1]
        assert [first.content[start:end] for start, end in first.highlights].count("leave") >= 2
        assert [hit.content for hit in others] == [PASSAGES[3]]
        assert answer.stages is not None
        outcomes = [found.outcome for found in answer.stages[0].candidates]
        assert outcomes.count(Outcome.MERGED) == 2


def test_a_section_with_a_hole_is_not_shown_in_a_chunks_place(
    shelf: Shelf, database: Database, open_retriever: Opener
) -> None:
    document_id = shelf.put("leave.md", PASSAGES, parents=PARENTS)
    corpus = StoredCorpus(database.documents, database.chunks, database.meta)
    assert corpus.read_text(document_id, 3, 20) == "".join(PASSAGES)[3:20]
    chunks = database.chunks.list_page(document_id, offset=0, limit=10)
    assert read_parents(corpus, chunks[1:2])[chunks[1].id].content == "".join(PASSAGES[:3])
    database.chunks._collection.delete_one({"chunk_index": 2})
    assert corpus.read_text(document_id, 3, 20) == "".join(PASSAGES)[3:20]
    assert read_parents(corpus, chunks[1:2]) == {}
