import pytest

from ragstudio.retrieval.highlights import find_highlights


def mark(query: str, content: str) -> list[str]:
    return [content[start:end] for start, end in find_highlights(query, content)]


@pytest.mark.parametrize(
    ("query", "content", "marked"),
    [
        ("annual leave", "Annual Leave: leaves are yearly.", ["Annual", "Leave", "leaves"]),
        ("which policies apply?", "The policy applies.", ["policy", "applies"]),
        (
            "What does SEC-104 say",
            "Under sec-104 and SEC-1045, section 104.",
            ["sec-104", "SEC", "104"],
        ),
        ("104", "SEC-104 and 1045", ["104"]),
        ("EUR 25", "EUR 25, not EUR 250 or 1.25", ["EUR", "25", "EUR"]),
        ("over 1,250", "costs 1,250 or 1,251", ["1,250"]),
        ("what is the", "What is the rule?", []),
        ("café", "The CAFÉ opens.", ["CAFÉ"]),
        ("snake_case", "a snake_case name, a snake", ["snake_case", "snake"]),
        ("anything", "", []),
    ],
)
def test_marks_the_words_of_the_question(query: str, content: str, marked: list[str]) -> None:
    assert mark(query, content) == marked


def test_spans_count_characters_and_ascend_without_overlap() -> None:
    spans = find_highlights("leave carry-over", "🏖️ leave, carry-over of leave")
    assert spans == [(3, 8), (10, 20), (24, 29)]
