"""Phrases of a section: those that are readings of their own, and those that name it better."""

import re
from dataclasses import replace
from itertools import pairwise

from ragstudio.retrieval.clarify.readings import Reading
from ragstudio.retrieval.clarify.words import read_words

_CLAUSE = re.compile(r"(?<=[.;:!?])\s+|,\s+|\s+(?:and|or|but|while)\s+")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def split_phrases(reading: Reading, asked: frozenset[str]) -> list[Reading]:
    """One reading for each word that stands right before a word of the question in a section.

    Each is called by both words and has the clause they stand in as its text. Empty where fewer
    than two different words stand before the same word of the question, each in a clause of its
    own, or where that word also stands without any.
    """
    body = reading.text.removeprefix(reading.label).strip()
    for word in sorted(asked):
        found: dict[str, str] = {}
        bare = False
        for clause in _CLAUSE.split(body):
            name = _find_name(clause, word, asked)
            if name is None:
                bare = bare or word in read_words(clause)
            elif name not in found:
                found[name] = clause
        if len(found) >= 2 and not bare and len(set(found.values())) == len(found):
            return [
                replace(reading, label=name, text=f"{reading.label}\n{clause}")
                for name, clause in found.items()
            ]
    return []


def complete_label(reading: Reading, asked: frozenset[str]) -> Reading:
    """`Bicycle allowance` in place of the heading `By bicycle`, if the section says so.

    Only where the heading is one telling word, none of the question's, and that word stands right
    before one of the question's in the text.
    """
    own = read_words(reading.label)
    if reading.is_field or own & asked:
        return reading
    body = reading.text.removeprefix(reading.label)
    for word in sorted(asked):
        for clause in _CLAUSE.split(body):
            name = _find_name(clause, word, asked)
            if name is not None and read_words(name.split()[0]) == own:
                return replace(reading, label=name.capitalize())
    return reading


def _find_name(clause: str, word: str, asked: frozenset[str]) -> str | None:
    """`final examination` for the word `examin` where another telling word stands before it."""
    words = [match[0] for match in _WORD.finditer(clause)]
    for before, after in pairwise(words):
        if word in read_words(after):
            stems = read_words(before)
            if stems and not stems & asked:
                return f"{before} {after}".lower()
    return None
