"""Invisible signs and unreadable characters."""

import pytest

from ragstudio.unicode_text import count_unreadable, remove_invisible


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("ser\u00advice\u00ad", "service"),
        ("\ufeffTitle", "Title"),
        ("www.\u200bexample\u2060.org", "www.example.org"),
        ("EQ\u200d-3\u200c-17", "EQ-3-17"),
        ("tail\u200d", "tail"),
        # Joiners that have a meaning stay.
        (
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
            "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        ),
        ("\U0001f469\u200d\U0001f4bb works", "\U0001f469\u200d\U0001f4bb works"),
        ("\u0915\u094d\u200d\u0937", "\u0915\u094d\u200d\u0937"),
        ("caf\u00e9", "caf\u00e9"),
    ],
)
def test_signs_nobody_sees_are_removed_where_they_mean_nothing(text: str, clean: str) -> None:
    assert remove_invisible(text) == clean


def test_replacement_and_private_characters_are_counted() -> None:
    assert count_unreadable("a\ufffdb\uf001\uf001") == 3
    assert count_unreadable("caf\u00e9 \u65e5\u672c") == 0
