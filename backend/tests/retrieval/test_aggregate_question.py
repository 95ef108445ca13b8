import pytest

from ragstudio.retrieval.aggregate_question import (
    AggregateKind,
    Table,
    asks_for_aggregate,
    may_aggregate,
    read_aggregate,
)

CASES = Table(
    "1",
    "test-cases.csv",
    {
        "Component": ["Login", "Payments", "Search"],
        "Type": ["Functional", "Security"],
        "Priority": ["High", "Low"],
    },
)
HOLIDAYS = Table("2", "public-holidays-2026.csv", {"Office": ["Lisbon", "Valencia"]})
TERMS = Table(
    "3", "employment-terms.csv",
    {"Country": ["Austria", "Spain"], "Employee group": ["Legal"], "Notice days": ["60", "75"]},
)  # fmt: skip
TABLES = [CASES, HOLIDAYS, TERMS]


@pytest.mark.parametrize(
    ("question", "kind", "group_by", "conditions"),
    [
        (
            "Which component has the most security test cases?",
            AggregateKind.MOST, "Component", {"Type": ["Security"]},
        ),
        (
            "What component has the fewest high priority tests?",
            AggregateKind.FEWEST, "Component", {"Priority": ["High"]},
        ),
        ("What is the most common type of test case?", AggregateKind.MOST, "Type", {}),
        (
            "How many security test cases are there per component?",
            AggregateKind.COUNT, "Component", {"Type": ["Security"]},
        ),
        (
            "How many high priority security test cases are there in Payments?",
            AggregateKind.COUNT, None,
            {"Priority": ["High"], "Type": ["Security"], "Component": ["Payments"]},
        ),
        ("How many test cases are there?", AggregateKind.COUNT, None, {}),
        (
            "How many public holidays are there in Valencia?",
            AggregateKind.COUNT, None, {"Office": ["Valencia"]},
        ),
    ],
)  # fmt: skip
def test_a_count_becomes_a_query(
    question: str, kind: AggregateKind, group_by: str | None, conditions: dict[str, list[str]]
) -> None:
    query = read_aggregate(question, TABLES)
    assert query is not None
    assert (query.kind, query.group_by, query.conditions) == (kind, group_by, conditions)


@pytest.mark.parametrize(
    "question",
    [
        "How many notice days does Legal in Spain have?",
        "How many days a week may I work remotely?",
        "How many bicycles can the store in Valencia hold?",
        "How many days of annual leave does a full-time employee get in a year?",
        "Which policy has the most generous leave?",
        "What is the hotel cap per night in Valencia?",
    ],
)
def test_a_lookup_stays_a_lookup(question: str) -> None:
    assert not may_aggregate(question) or read_aggregate(question, TABLES) is None


def test_the_wording_tells_an_aggregate_whatever_the_tables() -> None:
    assert asks_for_aggregate("Which team has the most open bugs?")
    assert asks_for_aggregate("How many incidents are there in total?")
    assert not asks_for_aggregate("How many days a week may I work remotely?")


@pytest.mark.parametrize(
    "question",
    [
        "What is the phone number of the harbour office?",
        "Give me the contract number of the vessel Gannet",
        "What is the registration number of the vessel Gannet?",
        "What is the number of the order?",
    ],
)
def test_a_number_that_is_a_name_is_looked_up(question: str) -> None:
    assert not asks_for_aggregate(question)
    assert not may_aggregate(question)


@pytest.mark.parametrize(
    "question", ["What is the number of invoices?", "Number of open claims by region"]
)
def test_a_number_of_things_is_counted(question: str) -> None:
    assert asks_for_aggregate(question)
    assert may_aggregate(question)
