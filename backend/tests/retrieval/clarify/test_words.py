"""What a question asks for, read from its words."""

import pytest

from ragstudio.retrieval.clarify.words import asks_for_one_value, asks_to_choose, read_sought


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How long does the examination last?", True),
        ("Until when can I change a ticket?", True),
        ("Can I grill on the balcony?", False),
        ("Which folders are excluded?", False),
        ("How do I report an absence?", False),
    ],
)
def test_a_time_or_an_amount_is_one_value(question: str, expected: bool) -> None:
    assert asks_for_one_value(question) is expected


def test_the_kind_of_thing_sought_stands_after_which() -> None:
    assert read_sought("Which houses have a lift?") == {"hous"}
    assert read_sought("Does the house have a lift?") == frozenset()


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which house has a lift?", True),
        ("What do I do with linen?", True),
        ("What does a launch cost?", False),
        ("How high is the deposit?", False),
    ],
)
def test_a_choice_is_no_value(question: str, expected: bool) -> None:
    assert asks_to_choose(question) is expected
