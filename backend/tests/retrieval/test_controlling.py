"""Which of two sources controls, and why; which documents belong to one source."""

from datetime import date

from ragstudio.records import SourceMetadata
from ragstudio.retrieval.families import find_families
from ragstudio.retrieval.response import ControlGround
from tests.retrieval.asking import ask
from tests.retrieval.conftest import Opener
from tests.retrieval.shelf import Shelf

OLD = SourceMetadata(
    record_id="HR-1", effective_date=date(2024, 1, 1), superseded_date=date(2026, 1, 1)
)
NEW = SourceMetadata(record_id="HR-2", replaces="HR-1", effective_date=date(2026, 1, 1))
AMENDMENT = SourceMetadata(
    record_id="HR-2-A1", amends="HR-2", amends_section="4", effective_date=date(2026, 7, 1)
)
QUESTION = "How many unused days of annual leave can be carried over?"
CARRY = "Five unused days of annual leave can be carried over until 31 March."
CARRY_MORE = "Eight unused days of annual leave can be carried over until 30 April."


def test_a_replacement_controls_what_it_replaces(shelf: Shelf, open_retriever: Opener) -> None:
    old = shelf.put("leave-2024.md", [CARRY], source=OLD)
    new = shelf.put("leave-2026.md", [CARRY_MORE], source=NEW)
    response = ask(open_retriever(), QUESTION, include_superseded=True)
    found = response.controlling
    assert found is not None
    assert (found.source.document_id, found.ground) == (new, ControlGround.REPLACES)
    assert [source.document_id for source in found.over] == [old]
    assert "2026-01-01" in found.reason
    assert "HR-1" in found.reason
    assert ask(open_retriever(), QUESTION).controlling is None


def test_an_amendment_controls_its_section_from_its_day_on(
    shelf: Shelf, open_retriever: Opener
) -> None:
    section = "Leave > 4. Carry-over > 4.1 How many"
    policy = shelf.put("leave-2026.md", [CARRY], source=NEW, section=section)
    amendment = shelf.put("amendment.md", [CARRY_MORE], source=AMENDMENT, section="Text")
    found = ask(open_retriever(), QUESTION).controlling
    assert found is not None
    assert (found.source.document_id, found.ground) == (amendment, ControlGround.AMENDS)
    assert [(source.document_id, source.section) for source in found.over] == [
        (policy, "section 4")
    ]
    assert "stays in force" in found.reason
    before = ask(open_retriever(), QUESTION, as_of="2026-06-01")
    assert [hit.document_id for hit in before.results] == [policy]
    assert before.controlling is None


def test_an_amendment_says_nothing_about_another_section(
    shelf: Shelf, open_retriever: Opener
) -> None:
    shelf.put("leave-2026.md", [CARRY], source=NEW, section="Leave > 40. Carry-over")
    shelf.put("amendment.md", [CARRY_MORE], source=AMENDMENT)
    response = ask(open_retriever(), QUESTION)
    assert len(response.results) == 2
    assert response.controlling is None


def test_documents_that_name_one_another_are_one_family() -> None:
    sources = {
        "old": OLD,
        "new": NEW,
        "amendment": AMENDMENT,
        "other": SourceMetadata(record_id="HR-9"),
        "nameless": SourceMetadata(),
    }
    families = find_families(sources)
    assert families.keys() == {"old", "new", "amendment"}
    assert len(set(families.values())) == 1
