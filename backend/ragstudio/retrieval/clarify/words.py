"""The words of a question that a passage must have to answer it."""

import re

from ragstudio.search.analysis import analyse_query

_ASKS_FOR_ONE_VALUE = re.compile(r"\bhow\s+(?!do|does|can|to|is|are)\w+|\bwhen\b", re.IGNORECASE)
_SOUGHT = re.compile(r"\bwhich\s+([\w-]+)", re.IGNORECASE)
_CHOOSES = re.compile(r"\W*(?:which|who|are|is|do|does|can|may|what\s+do)\b", re.IGNORECASE)
_ALTERNATIVES = re.compile(r"([\w-]+)\s+or\s+(?:an?\s+|the\s+)?([\w-]+)", re.IGNORECASE)
# Stems of words that ask for an amount, a time or a favour, stand for a thing unnamed, or are verbs
# that go with anything.
_MEASURES = frozenset(
    ["long", "high", "much", "mani", "often", "quick", "quickli", "fast", "soon", "far", "time",
     "big", "larg", "old", "hour", "pleas", "tell", "know", "need", "get", "happen", "give",
     "cost", "take", "use", "appli", "bring", "keep", "kept", "carri", "go", "come", "make", "find",
     "want", "period", "durat", "price", "someth", "anyth", "someon", "anyon", "thing", "until",
     "till", "befor", "after", "dure", "per", "may", "due", "pay", "deadlin"]
)  # fmt: skip


def read_words(text: str) -> frozenset[str]:
    """The stems and identifiers of a text, without stop words and question words."""
    terms = analyse_query(text)
    return frozenset((*terms.words, *terms.identifiers))


def read_alternatives(question: str) -> frozenset[str]:
    """The words on either side of an "or", of which a passage needs only one."""
    found: set[str] = set()
    for before, after in _ALTERNATIVES.findall(question):
        found |= read_words(before) | read_words(after)
    return frozenset(found)


def asks_for_one_value(question: str) -> bool:
    """Whether a question wants a time or an amount (`how long`, `when`), not all that is said."""
    return _ASKS_FOR_ONE_VALUE.search(question) is not None


def asks_to_choose(question: str) -> bool:
    """Whether a question wants a thing by its name, a yes or no, or what to do, not a value."""
    return _CHOOSES.match(question) is not None


def read_sought(question: str) -> frozenset[str]:
    """The kind of thing that is sought by name: `hous` of `Which house has a garden?`."""
    return frozenset().union(*(read_words(word) for word in _SOUGHT.findall(question)))


def read_question_words(question: str) -> frozenset[str]:
    """The words that say what a question is about."""
    return read_words(question) - _MEASURES
