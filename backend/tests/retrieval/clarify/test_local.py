"""The local gate asks back where the evidence has several readings, and only there."""

from dataclasses import replace

import pytest

from ragstudio.inference.base import Embedder, Reranker
from ragstudio.llm.consent import give_consent
from ragstudio.records import BlockType, SourceMetadata
from ragstudio.retrieval.clarify.factory import build_gates
from ragstudio.retrieval.clarify.local import LocalGate
from ragstudio.retrieval.clarify.model import load_model
from ragstudio.retrieval.path import Retriever
from ragstudio.retrieval.response import ClarifyGateName, ClarifyStatus, Decision
from ragstudio.settings import Settings
from ragstudio.storage.client import Database
from tests.retrieval.asking import ask
from tests.retrieval.conftest import Opener
from tests.retrieval.shelf import Shelf
from tests.retrieval.stub_model import run_stub_model

AMBIGUOUS = "What is the allowance for Valencia?"
RATES = "City: Valencia\nCountry: Spain\nHotel cap per night: 145\nMeal allowance per day: 60"
BICYCLE = (
    "Employees who cycle to the Valencia office on most days can ask for the bicycle "
    "allowance of EUR 45 a month. The Valencia bicycle allowance is requested from the office "
    "manager and is paid with the salary."
)


@pytest.fixture
def asking(
    database: Database, embedder: Embedder, reranker: Reranker, open_retriever: Opener
) -> Retriever:
    settings = Settings(_env_file=None)
    return open_retriever(
        threshold=0.021, gates=build_gates(database, embedder, reranker, settings)
    )


@pytest.fixture
def offices(shelf: Shelf) -> dict[str, str]:
    return {
        "rates.csv": shelf.put("rates.csv", [RATES], block_type=BlockType.ROW),
        "guide.md": shelf.put("guide.md", [BICYCLE], section="Office Guide > 3. By bicycle"),
        "canteen.md": shelf.put("canteen.md", ["The canteen serves soup on Mondays."]),
    }


def test_two_readings_are_asked_for_by_their_own_names(
    asking: Retriever, offices: dict[str, str]
) -> None:
    response = ask(asking, AMBIGUOUS)
    assert response.decision is Decision.CLARIFY
    assert response.clarification is not None
    options = response.clarification.options
    assert {option.label for option in options} == {"Meal allowance per day", "Bicycle allowance"}
    documents = {hit.id: hit.document_id for hit in response.results}
    assert {option.label: documents[option.passage_ids[0]] for option in options} == {
        "Meal allowance per day": offices["rates.csv"],
        "Bicycle allowance": offices["guide.md"],
    }
    pipeline = response.pipeline
    assert (pipeline.clarify_status, pipeline.clarify_gate) == (
        ClarifyStatus.ASKED,
        ClarifyGateName.LOCAL,
    )
    assert [report.status for report in pipeline.clarify_gates] == [
        ClarifyStatus.NOT_CONFIGURED,
        ClarifyStatus.ASKED,
    ]
    assert pipeline.timings_ms.clarify is not None


def test_a_refined_question_is_answered_with_its_own_passage(
    asking: Retriever, offices: dict[str, str]
) -> None:
    clarification = ask(asking, AMBIGUOUS).clarification
    assert clarification is not None
    for option in clarification.options:
        refined = ask(asking, option.question)
        assert refined.decision is Decision.ANSWER, option.question
        assert refined.results[0].id == option.passage_ids[0]


def test_the_same_question_always_has_the_same_answer(
    asking: Retriever, offices: dict[str, str]
) -> None:
    first = ask(asking, AMBIGUOUS)
    for _ in range(4):
        again = ask(asking, AMBIGUOUS)
        assert (again.decision, again.clarification) == (first.decision, first.clarification)


@pytest.mark.parametrize(
    "question",
    [
        "What is the meal allowance per day in Valencia?",
        "How high is the bicycle allowance in Valencia?",
        "What does the canteen serve on Mondays?",
    ],
)
def test_a_question_that_says_which_is_answered(
    asking: Retriever, offices: dict[str, str], question: str
) -> None:
    response = ask(asking, question)
    assert response.decision is Decision.ANSWER
    assert response.pipeline.clarify_status is ClarifyStatus.NOT_NEEDED


def test_what_nothing_answers_is_refused(asking: Retriever, offices: dict[str, str]) -> None:
    assert ask(asking, "Who repairs the lift in Oslo?").decision is Decision.ABSTAIN


def test_versions_of_one_source_are_one_reading(asking: Retriever, shelf: Shelf) -> None:
    allowance = "The bicycle allowance is EUR {} a month for everyone who cycles."
    old = SourceMetadata(record_id="HR-1")
    new = SourceMetadata(record_id="HR-2", replaces="HR-1")
    shelf.put("old.md", [allowance.format(30)], source=old, section="Rules > Cycling before")
    shelf.put("new.md", [allowance.format(45)], source=new, section="Rules > Cycling")
    response = ask(asking, "How high is the allowance?", include_superseded=True)
    assert response.decision is Decision.ANSWER
    assert response.controlling is not None


def test_a_section_whose_heading_shares_the_subject_may_lack_a_word(
    asking: Retriever, shelf: Shelf
) -> None:
    illness = "Parents report an absence through illness by telephone before 07:45 on the day."
    family = "An absence for family reasons is applied for in writing one week before."
    shelf.put("illness.md", [illness], section="School Rules > Absence through illness")
    shelf.put("family.md", [family], section="School Rules > Absence for family reasons")
    clarification = ask(asking, "How do I report an absence?").clarification
    assert clarification is not None
    assert {option.label for option in clarification.options} == {
        "Absence through illness",
        "Absence for family reasons",
    }


@pytest.mark.parametrize(("threshold", "asks"), [(None, True), (1.0, False)])
def test_another_word_for_the_subject_is_weighed_by_the_model(
    database: Database,
    embedder: Embedder,
    reranker: Reranker,
    open_retriever: Opener,
    shelf: Shelf,
    threshold: float | None,
    asks: bool,
) -> None:
    table, chair = "A table for eight guests costs EUR 9 a day.", "A chair costs EUR 2.50 a day."
    shelf.put("tables.md", [table], section="Hire > Hire of tables")
    shelf.put("chairs.md", [chair], section="Hire > Hire of chairs")
    model = load_model()
    if threshold is not None:
        model = replace(model, threshold=threshold)
    gate = LocalGate(embedder, reranker, database.chunks.fetch_blocks, model)
    response = ask(
        open_retriever(threshold=0.021, gates=[gate]), "What does it cost to hire furniture?"
    )
    assert (response.decision is Decision.CLARIFY) is asks
    if response.clarification is not None:
        labels = {option.label for option in response.clarification.options}
        assert labels == {"Hire of tables", "Hire of chairs"}


def test_many_rows_alike_are_a_list_and_no_ambiguity(asking: Retriever, shelf: Shelf) -> None:
    rows = [
        f"Room: {name}\nOpening time: 09:00\nSeats: 9"
        for name in ["Oslo", "Rome", "Bern", "Kiev", "Riga"]
    ]
    shelf.put("rooms.csv", rows, block_type=BlockType.ROW)
    assert ask(asking, "When does a room open?").decision is not Decision.CLARIFY


def test_which_row_holds_a_value_is_no_ambiguity(asking: Retriever, shelf: Shelf) -> None:
    rows = [f"House: {name}\nEnergy class: {grade}" for name, grade in [("Elm", "D"), ("Ash", "C")]]
    shelf.put("houses.csv", rows, block_type=BlockType.ROW)
    assert ask(asking, "Which house has energy class C?").decision is Decision.ANSWER


def test_a_model_that_fails_leaves_the_result_and_says_why(
    database: Database,
    embedder: Embedder,
    reranker: Reranker,
    open_retriever: Opener,
    offices: dict[str, str],
) -> None:
    with run_stub_model() as stub:
        stub.status = 500
        settings = Settings(
            _env_file=None,
            openrouter_api_key="a-key",
            openrouter_base_url=stub.base_url,
            ambiguity_margin=1.0,
        )
        gates = build_gates(database, embedder, reranker, settings)
        retriever = open_retriever(threshold=0.021, gates=gates)
        assert ask(retriever, AMBIGUOUS).pipeline.clarify_gate is ClarifyGateName.LOCAL
        assert stub.requests == []
        give_consent(settings, database.meta)
        response = ask(retriever, AMBIGUOUS)
    assert response.decision is Decision.ANSWER
    assert len(response.results) == 2
    assert response.pipeline.clarify_status is ClarifyStatus.ERROR
    assert response.pipeline.clarify_gate is ClarifyGateName.OPENROUTER
    assert "500" in response.pipeline.clarify_gates[0].reason
