import pytest

from ragstudio.evaluation.facts import find_missing_values, holds_fact


@pytest.mark.parametrize(
    ("value", "passage"),
    [
        ("25", "25 days"),
        ("25", "It is 25."),
        ("25", "(25)"),
        ("25", "EUR 25, or more"),
        ("25", "10,25,40"),
        ("60", "EUR 145/60"),
        ("25 working days", "twenty-five: 25\n  working\tdays"),
        ("25 WORKING days", "25 working Days"),
        ("1,250", "EUR 1,250."),
        ("SEC-104", "see sec-104;"),
        ("SEC-104", "see SEC\u2011104"),
        ("five days", "Five days remain"),
        ("do not wipe", "Do not wipe it."),
        ("350.", "EUR 350.00 or 350."),
    ],
)
def test_values_that_stand_there(value: str, passage: str) -> None:
    assert holds_fact([value], passage)


@pytest.mark.parametrize(
    ("value", "passage"),
    [
        ("25", "250"),
        ("25", "125"),
        ("25", "1.25"),
        ("25", "25.5"),
        ("25", "25,000"),
        ("250", "1,250"),
        ("25", "A25"),
        ("25", "25th"),
        ("1250", "1,250"),
        ("SEC-104", "SEC-1045"),
        ("SEC-104", "XSEC-104"),
        ("five", "twenty-five"),
        ("twenty", "twenty-five days"),
        ("leave", "leaves"),
        ("25 working days", "25 days, working"),
        ("25", ""),
    ],
)
def test_values_that_only_seem_to(value: str, passage: str) -> None:
    assert not holds_fact([value], passage)


def test_all_values_must_stand_in_the_passage() -> None:
    assert holds_fact(["Paris", "EUR", "240"], "city: Paris, currency: EUR, hotel: 240")
    assert find_missing_values(["Paris", "GBP", "85"], "city: Paris, EUR 240") == ["GBP", "85"]
