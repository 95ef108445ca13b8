"""The whole path over corpora that are empty, changing, edited by hand or of another space."""

from datetime import date

import pytest

from ragstudio.errors import EmbeddingSpaceMismatch, IndexNotReady
from ragstudio.records import DocumentStatus, EmbeddingSpace, Unread, UnreadKind
from ragstudio.retrieval.response import Decision
from ragstudio.storage.client import Database
from tests.retrieval.asking import PASSAGES, ask, read_contents
from tests.retrieval.conftest import Opener
from tests.retrieval.shelf import Shelf


@pytest.mark.parametrize("mode", ["vector", "hybrid"])
def test_an_empty_corpus_has_nothing_to_search(open_retriever: Opener, mode: str) -> None:
    response = ask(open_retriever(), mode=mode)
    assert response.decision is Decision.ABSTAIN
    assert "nothing to search" in response.message
    assert response.results == []


@pytest.mark.parametrize("mode", ["vector", "hybrid"])
def test_a_filter_that_matches_nothing_is_named(
    shelf: Shelf, open_retriever: Opener, mode: str
) -> None:
    shelf.put("handbook.md", PASSAGES)
    response = ask(open_retriever(), mode=mode, filters={"group": ["$ne"]})
    assert response.decision is Decision.ABSTAIN
    assert response.message == "None of the 5 searchable passages passes the filters."


@pytest.mark.parametrize("mode", ["vector", "hybrid"])
@pytest.mark.parametrize("status", [DocumentStatus.PROCESSING, DocumentStatus.FAILED])
def test_documents_that_are_not_ready_are_never_found(
    shelf: Shelf, open_retriever: Opener, mode: str, status: DocumentStatus
) -> None:
    hidden = shelf.put("unready.md", PASSAGES[:1], status=status)
    shelf.put("handbook.md", PASSAGES[1:])
    response = ask(open_retriever(), mode=mode, explain=True)
    assert {hit.filename for hit in response.results} == {"handbook.md"}
    assert response.stages is not None
    assert not [x for stage in response.stages for x in stage.candidates if x.id == hidden]
    asked = ask(open_retriever(), mode=mode, filters={"document_ids": [hidden]})
    assert asked.results == []
    assert any(hidden in warning for warning in asked.warnings)


@pytest.mark.parametrize("mode", ["vector", "hybrid"])
def test_chunks_removed_by_hand_are_gone_and_others_take_their_place(
    shelf: Shelf, open_retriever: Opener, database: Database, mode: str
) -> None:
    removed = shelf.put("best.md", PASSAGES[:1] * 3)
    shelf.put("handbook.md", PASSAGES[1:])
    retriever = open_retriever()
    assert ask(retriever, mode=mode, limit=3).results[0].filename == "best.md"
    database.chunks.remove_all(removed)
    response = ask(retriever, mode=mode, limit=3)
    assert [hit.filename for hit in response.results] == ["handbook.md"] * 3


@pytest.mark.parametrize("mode", ["vector", "hybrid"])
def test_chunks_without_their_document_leave_room_for_live_ones(
    shelf: Shelf, open_retriever: Opener, database: Database, mode: str
) -> None:
    # Forty chunks nobody owns fill every first place of a pool of five.
    orphaned = shelf.put("orphaned.md", [f"{PASSAGES[0]} ({number})" for number in range(40)])
    shelf.put("handbook.md", PASSAGES)
    database.transact(lambda session: database.documents.remove(orphaned, session))
    response = ask(open_retriever(), mode=mode, limit=5, candidates=5)
    assert [hit.filename for hit in response.results] == ["handbook.md"] * 5


def test_another_embedding_space_is_refused(
    shelf: Shelf, open_retriever: Opener, database: Database
) -> None:
    shelf.put("handbook.md", PASSAGES)
    database.meta.replace_embedding_space(
        EmbeddingSpace(model="another/model", revision="1", dimensions=768)
    )
    with pytest.raises(EmbeddingSpaceMismatch) as caught:
        ask(open_retriever())
    assert "another/model" in caught.value.message
    assert "ragstudio reembed" in caught.value.hint


@pytest.mark.parametrize("mode", ["vector", "hybrid"])
def test_a_switch_of_models_that_begins_during_a_search_refuses_its_answer(
    shelf: Shelf, open_retriever: Opener, database: Database, mode: str
) -> None:
    shelf.put("handbook.md", PASSAGES)
    another = EmbeddingSpace(model="another/model", revision="1", dimensions=768)

    def begin_switch() -> date:
        database.meta.begin_switch(another)
        return date(2026, 8, 1)

    with pytest.raises(IndexNotReady, match="switched to another"):
        ask(open_retriever(today=begin_switch), mode=mode)


def test_a_chunk_with_edited_fields_does_not_break_the_search(
    shelf: Shelf, open_retriever: Opener, database: Database
) -> None:
    shelf.put("handbook.md", PASSAGES)
    chunks = database._database["chunks"]
    edited = chunks.find_one({"content": PASSAGES[0]})
    assert edited is not None
    chunks.update_one({"_id": edited["_id"]}, {"$set": {"block_type": "verse", "page": "two"}})
    found = ask(open_retriever(), filters={"block_type": ["text"]}).results[0]
    assert (found.content, found.block_type.value, found.page) == (PASSAGES[0], "text", None)
    chunks.update_one({"_id": edited["_id"]}, {"$unset": {"document_id": 1}})
    for mode in ("vector", "hybrid"):
        contents = read_contents(ask(open_retriever(), mode=mode, limit=4))
        assert len(contents) == 4
        assert PASSAGES[0] not in contents


def _gap(section: str | None, place: str | None) -> Unread:
    return Unread(
        kind=UnreadKind.PICTURE,
        place=place,
        section=section,
        reason="no text recognised",
        remedy="Upload a sharper picture.",
        summary=f"1 picture in {place}",
    )


@pytest.mark.parametrize(
    ("section", "place", "warned"),
    [
        ("Leave", "section 'Leave'", True),
        ("Leave > Carry-over", "section 'Leave > Carry-over'", True),
        ("Carry-over", "section 'Carry-over'", False),
        (None, None, True),
        (None, "sheet 'Internal'", False),
    ],
)
@pytest.mark.parametrize("mode", ["vector", "hybrid"])
def test_a_gap_beside_the_best_passage_is_warned_of(
    shelf: Shelf,
    open_retriever: Opener,
    mode: str,
    section: str | None,
    place: str | None,
    warned: bool,
) -> None:
    gap = _gap(section, place)
    shelf.put("handbook.md", PASSAGES, section="Leave > Carry-over", unread=[gap])
    warnings = ask(open_retriever(), mode=mode).warnings
    assert any(gap.summary in warning for warning in warnings) is warned
