"""From text to terms."""

import pytest

from ragstudio.search.analysis import analyse_query, normalise_text


@pytest.mark.parametrize(
    ("query", "words", "identifiers"),
    [
        ("SEC-104", {"sec", "104"}, {"sec-104"}),
        ("section 2.1.3.", {"section", "2", "1", "3"}, {"2.1.3"}),
        ("file_name.txt", {"file", "name", "txt"}, {"file_name.txt"}),
        ("P1 incidents", {"p1", "incid"}, {"p1"}),
        ("EUR 1,000.50", {"eur", "1", "000", "50"}, {"1,000.50"}),
        ("a@b.example", {"b", "exampl"}, {"a@b.example"}),
        ("What is the carry-over?", {"carri", "over"}, {"carry-over"}),
        ("Who is IT?", set(), {"it"}),
        ("the hotline of the VPN", {"hotlin", "vpn"}, set()),
        ("employee's allowances", {"employe", "allow"}, set()),
    ],
)
def test_terms_of_a_query(query: str, words: set[str], identifiers: set[str]) -> None:
    terms = analyse_query(query)
    assert (set(terms.words), set(terms.identifiers)) == (words, identifiers)


def test_scripts_without_spaces_are_asked_for_in_pairs() -> None:
    assert set(analyse_query("有給休暇 日").character_pairs) == {"有給", "給休", "休暇", "日"}
    assert analyse_query("annual leave").character_pairs == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("SEC\u2011104", "SEC-104"),
        ("caf\u0065\u0301", "café"),
        ("\uff33\uff25\uff23", "SEC"),
        ("employee\u2019s", "employee"),
    ],
)
def test_what_looks_the_same_is_spelt_the_same(one: str, other: str) -> None:
    assert normalise_text(one) == normalise_text(other)


def test_a_query_of_stop_words_has_no_terms() -> None:
    assert not analyse_query("what is the")
