import pytest

from ragstudio.retrieval.terms import Term, TermKind, TermText, find_missing, read_terms


def describe(question: str) -> list[tuple[str, str]]:
    return [(term.text, term.kind.value) for term in read_terms(question)]


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("What is the hotel cap in Valencia?",
         [("hotel", "word"), ("cap", "word"), ("Valencia", "name")]),
        ("Valencia hotel cap?", [("Valencia", "word"), ("hotel", "word"), ("cap", "word")]),
        ("What does SEC-104 say about 25kg?", [("SEC-104", "identifier"), ("25", "number")]),
        ("Is i_max_percent 1,250 in 2024?",
         [("i_max_percent", "identifier"), ("1,250", "number"), ("2024", "number")]),
        ("Can I use the GPU at McNab on Sunday?",
         [("GPU", "word"), ("McNab", "name"), ("Sunday", "word")]),
        ("How do I get it?", []),
    ],
)  # fmt: skip
def test_terms_by_kind(question: str, terms: list[tuple[str, str]]) -> None:
    assert describe(question) == terms


@pytest.mark.parametrize(
    ("term", "text", "is_held"),
    [
        (Term("2024", TermKind.NUMBER, "2024"), "In force since 2024-05-01.", True),
        (Term("2024", TermKind.NUMBER, "2024"), "In force since 2025, room 20240.", False),
        (Term("2", TermKind.NUMBER, "2"), "It takes two days.", True),
        (Term("1250", TermKind.NUMBER, "1250"), "EUR 1,250 a year.", True),
        (Term("SEC-104", TermKind.IDENTIFIER, "sec-104"), "As SEC 104 demands.", True),
        (Term("SEC-104", TermKind.IDENTIFIER, "sec-104"), "As SEC-1042 demands.", False),
        (Term("Valencia", TermKind.NAME, "valencia"), "Valencia's cap", True),
        (Term("Valencia", TermKind.NAME, "valencia"), "Valencian oranges, Valence", False),
        (Term("euthanising", TermKind.WORD, "euthanis"), "Euthanasia of a dog", True),
        (Term("cap", TermKind.WORD, "cap"), "The capital", False),
    ],
)
def test_names_and_numbers_are_held_as_they_are_and_words_by_their_stem(
    term: Term, text: str, is_held: bool
) -> None:
    assert TermText(text).holds(term) is is_held


def test_what_no_text_holds_is_missing() -> None:
    terms = read_terms("What is the hotel cap in Valencia and Porto in 2026?")
    texts = [TermText("Hotel caps of 2026"), TermText("Porto")]
    assert [term.text for term in find_missing(terms, texts)] == ["Valencia"]
