"""Recognising questions that ask for a count over many records."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

_WORD = re.compile(r"[^\W_]+")
_SUPERLATIVE = re.compile(
    r"\b(?:which|what)\b.*?\b(?:has|have|with|contains?|got)\s+(?:the\s+)?"
    r"(most|fewest|least|highest\s+number\s+of|largest\s+number\s+of|lowest\s+number\s+of|"
    r"smallest\s+number\s+of)\b"
)
_COMMON = re.compile(r"\b(most|least)\s+(?:common|frequent)\b")
# A phone number of the office and the number of a contract are looked up, not counted: what is
# counted is a plural without an article before it.
_NUMBER_OF = (
    r"(?:^|\b(?:the|total|what|a|by|and)\s+)number\s+of\s+"
    r"(?!(?:the|an?|my|your|our|this|that)\b)[\w ]*?\w{2,}s\b"
)
_COUNT = re.compile(rf"\b(?:how\s+many|count(?:\s+of)?)\b|{_NUMBER_OF}")
_EACH = re.compile(r"\b(?:per|by|for\s+each|in\s+each|for\s+every)\s+([\w ]+)")
_STRONG = re.compile(rf"\bhow\s+many\b.*\b(?:are\s+there|in\s+total|altogether)\b|{_NUMBER_OF}")
_LEAST = ("fewest", "least", "lowest", "smallest")
_EMPTY_WORDS = frozenset(
    _WORD.findall(
        "a an the of in on at to for with by per and or which what how many much is are was "
        "were be there do does did has have had get got most fewest least highest largest "
        "lowest smallest number count common frequent total altogether each every all any "
        "that this those these we our us it its list listed exist exists contain contains row "
        "rows record records entry entries case cases item items type kind"
    )
)


class AggregateKind(StrEnum):
    """What is asked for: the value with the most records, with the fewest, or a number."""

    MOST = "most"
    FEWEST = "fewest"
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class Table:
    """The columns of one document's records, with the values of those that have few."""

    document_id: str
    filename: str
    values: Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class AggregateQuery:
    """A question as a query over one table's fields; `group_by` None counts records."""

    table: Table
    kind: AggregateKind
    group_by: str | None
    conditions: dict[str, list[str]] = field(default_factory=dict)


def may_aggregate(question: str) -> bool:
    """Whether the wording may ask for a count over records; cheap, and true of some lookups."""
    text = question.casefold()
    return any(pattern.search(text) for pattern in (_SUPERLATIVE, _COMMON, _COUNT))


def asks_for_aggregate(question: str) -> bool:
    """Whether the wording asks for a count over records beyond doubt, whatever the tables."""
    text = question.casefold()
    return any(pattern.search(text) for pattern in (_SUPERLATIVE, _COMMON, _STRONG))


def read_aggregate(question: str, tables: Iterable[Table]) -> AggregateQuery | None:
    """The question as a query over the table that explains every word of it, if one does.

    Every word must be a column's name, a value, a word of the file's name, or one that carries
    no meaning here; so a question that only begins with "how many" stays a lookup.
    """
    found = [query for table in tables if (query := _read_over(question.casefold(), table))]
    return max(found, key=lambda query: len(query.conditions), default=None)


def _read_over(text: str, table: Table) -> AggregateQuery | None:
    words = [_stem(word) for word in _WORD.findall(text)]
    unexplained = list(words)
    columns = _find_phrases(words, list(table.values))
    for phrase in columns.values():
        _strike(unexplained, phrase)
    conditions: dict[str, list[str]] = {}
    for column, values in table.values.items():
        for value, phrase in _find_phrases(unexplained, values).items():
            conditions.setdefault(column, []).append(value)
            _strike(unexplained, phrase)
    about = {_stem(word) for word in _WORD.findall(table.filename.casefold())}
    ignored = about | {_stem(word) for word in _EMPTY_WORDS} | _EMPTY_WORDS
    if any(word not in ignored and not word.isdigit() for word in unexplained if word):
        return None
    return _decide(text, words, table, list(columns), conditions)


def _decide(
    text: str,
    words: Sequence[str],
    table: Table,
    columns: Sequence[str],
    conditions: dict[str, list[str]],
) -> AggregateQuery | None:
    group_by = next((name for name in columns if name not in conditions), None)
    superlative = _SUPERLATIVE.search(text) or _COMMON.search(text)
    if superlative is not None:
        is_least = superlative.group(1).startswith(_LEAST)
        kind = AggregateKind.FEWEST if is_least else AggregateKind.MOST
        return AggregateQuery(table, kind, group_by, conditions) if group_by else None
    if _COUNT.search(text) is None:
        return None
    if _EACH.search(text) is not None and group_by:
        return AggregateQuery(table, AggregateKind.COUNT, group_by, conditions)
    if group_by is not None:
        # "How many notice days has Legal?" asks for a value, not for a number of records.
        return None
    about = {_stem(word) for word in _WORD.findall(table.filename.casefold())}
    is_about_table = any(word in about for word in words if not word.isdigit())
    if conditions and (is_about_table or "record" in words or "row" in words):
        return AggregateQuery(table, AggregateKind.COUNT, None, conditions)
    named = [word for word in words if word in about and word not in _EMPTY_WORDS]
    return AggregateQuery(table, AggregateKind.COUNT, None, {}) if named else None


def _find_phrases(words: Sequence[str], names: Sequence[str]) -> dict[str, list[str]]:
    """Those of the names whose words stand next to each other, longer names first."""
    found: dict[str, list[str]] = {}
    left = list(words)
    for name in sorted(names, key=len, reverse=True):
        phrase = [_stem(word) for word in _WORD.findall(name.casefold())]
        if phrase and _place(left, phrase) is not None:
            found[name] = phrase
            _strike(left, phrase)
    return found


def _strike(words: list[str], phrase: Sequence[str]) -> None:
    """Blank out every occurrence of a phrase."""
    while (place := _place(words, phrase)) is not None:
        words[place : place + len(phrase)] = [""] * len(phrase)


def _place(words: Sequence[str], phrase: Sequence[str]) -> int | None:
    size = len(phrase)
    return next(
        (at for at in range(len(words) - size + 1) if list(words[at : at + size]) == list(phrase)),
        None,
    )


def _stem(word: str) -> str:
    """The singular of a plural, as far as counting questions need it."""
    if len(word) > 4 and word.endswith("ies"):
        return f"{word[:-3]}y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
