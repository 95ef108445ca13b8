"""Which words of a passage the question asked for."""

import re
from collections.abc import Iterator
from functools import cache

import tantivy

# A word, or an identifier or number made of several: SEC-104, P1, 2.1.3, 1,250, records/leave.
_COMPOUND = re.compile(r"\w+(?:[-./_:,]\w+)*")
_WORD = re.compile(r"[^\W_]+")
# 1.25 and 10:30 are single numbers: the 25 in one of them is not the 25 the question names.
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)+")

# Words that carry the grammar of a question rather than its subject.
_FUNCTION_WORDS = frozenset(
    [
        "a",
        "about",
        "after",
        "all",
        "am",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "been",
        "before",
        "being",
        "but",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "doing",
        "for",
        "from",
        "get",
        "had",
        "has",
        "have",
        "having",
        "he",
        "her",
        "his",
        "how",
        "i",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "me",
        "must",
        "my",
        "no",
        "not",
        "of",
        "on",
        "or",
        "our",
        "shall",
        "she",
        "should",
        "so",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "to",
        "us",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "who",
        "whom",
        "whose",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
    ]
)


def find_highlights(query: str, content: str) -> list[tuple[int, int]]:
    """Spans [start, end) of `content`, in characters, whose words the query contains.

    Case is ignored and English words match by their stem ("policies" finds "policy"). Whole words
    only; an identifier such as SEC-104 is one span when the query names it whole, else its parts
    match as words; a number is never split. Function words of English ("the", "what") are left
    out. Spans are ascending and do not overlap.
    """
    compounds, stems = _read_terms(query)
    spans: list[tuple[int, int]] = []
    for match in _COMPOUND.finditer(content):
        if match.group().casefold() in compounds:
            spans.append(match.span())
        elif not _NUMBER.fullmatch(match.group()):
            spans.extend(_find_words(match, stems))
    return spans


def _find_words(compound: re.Match[str], stems: frozenset[str]) -> Iterator[tuple[int, int]]:
    for word in _WORD.finditer(compound.group()):
        if _stem(word.group().casefold()) in stems:
            yield compound.start() + word.start(), compound.start() + word.end()


def _read_terms(query: str) -> tuple[frozenset[str], frozenset[str]]:
    compounds = {match.group().casefold() for match in _COMPOUND.finditer(query)}
    words = {match.group().casefold() for match in _WORD.finditer(query)}
    return (
        frozenset(compounds - _FUNCTION_WORDS),
        frozenset(_stem(word) for word in words - _FUNCTION_WORDS),
    )


def _stem(word: str) -> str:
    tokens: list[str] = _build_stemmer().analyze(word)
    return tokens[0] if tokens else word


@cache
def _build_stemmer() -> tantivy.TextAnalyzer:
    """The English Snowball stemmer the text index uses, one word at a time."""
    return (
        tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.raw())
        .filter(tantivy.Filter.stemmer("english"))
        .build()
    )
