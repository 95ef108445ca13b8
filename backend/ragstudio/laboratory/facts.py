"""Which facts a passage holds whole."""

import re
from collections.abc import Sequence

from ragstudio.evaluation.facts import find_missing_values

_MARKS = re.compile(
    r"\*+|`+|~~|(?<!\w)_+|_+(?!\w)|\\(?=\||\*|_|`)|^[ \t]*(?:#{1,6}|>)[ \t]", re.MULTILINE
)


def strip_marks(text: str) -> str:
    """A text without the marks of Markdown that may stand within a sentence or before it."""
    return _MARKS.sub("", text).replace("|", " ")


def find_missing(fact: Sequence[str], passage: str) -> list[str]:
    """The values of a fact that a passage lacks.

    As in an evaluation, case and white space do not matter; nor do the marks of Markdown.
    """
    bare = strip_marks(passage)
    return [value for value in fact if find_missing_values([strip_marks(value)], bare)]


def find_held(facts: Sequence[Sequence[str]], passage: str) -> list[int]:
    """The places of the facts whose values all stand in a passage."""
    return [place for place, fact in enumerate(facts) if not find_missing(fact, passage)]
