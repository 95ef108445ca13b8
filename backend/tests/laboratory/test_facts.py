import pytest

from ragstudio.laboratory.facts import find_held, find_missing


@pytest.mark.parametrize(
    "passage",
    [
        "France has 25 working days.",
        "| France | **25** working\ndays |",
        "> ## France\n> `25` _working_ days",
        "FRANCE: 25  working\tdays",
    ],
)
def test_white_space_case_and_markdown_do_not_matter(passage):
    assert find_missing(["France", "25", "working days"], passage) == []


def test_what_is_missing_is_named_and_identifiers_keep_their_signs():
    assert find_missing(["France", "25"], "France: 250") == ["25"]
    assert find_missing(["leave_days"], "the column leave_days") == []
    assert find_missing(["leave_days"], "the column leave days") == ["leave_days"]


def test_facts_are_named_by_their_places():
    assert find_held([["a"], ["b", "c"], ["c"]], "a | c") == [0, 2]
