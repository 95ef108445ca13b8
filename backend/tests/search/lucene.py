"""Lucene's analysis as the manual of custom analyzers describes it, run from a definition."""

import unicodedata
from collections.abc import Callable
from functools import cache
from typing import Any

import regex
import tantivy

Definition = dict[str, Any]


def analyse(text: str, analyzer: Definition) -> list[str]:
    """The terms of a text, in order. Raises `ValueError` for what the manual does not know."""
    for one in analyzer["charFilters"]:
        text = _filter_characters(text, one)
    terms = _tokenize(text, analyzer["tokenizer"])
    for one in analyzer["tokenFilters"]:
        terms = _filter_terms(terms, one)
    return terms


def _filter_characters(text: str, definition: Definition) -> str:
    match definition:
        case {"type": "mapping", "mappings": dict(mappings)}:
            return text.translate({ord(old): new for old, new in mappings.items()})
        case {"type": "icuNormalize"}:
            return unicodedata.normalize("NFKC", text).casefold()
    raise ValueError(f"no character filter: {definition}")


def _tokenize(text: str, definition: Definition) -> list[str]:
    match definition:
        case {"type": "keyword"}:
            return [text]
        case {"type": "regexSplit", "pattern": str(pattern)}:
            return [term for term in _compile(pattern).split(text) if term]
        case {"type": "regexCaptureGroup", "pattern": str(pattern), "group": int(group)}:
            return [found.group(group) for found in _compile(pattern).finditer(text)]
    raise ValueError(f"no tokenizer: {definition}")


def _filter_terms(terms: list[str], definition: Definition) -> list[str]:
    match definition:
        case {"type": "lowercase"}:
            return [term.lower() for term in terms]
        case {"type": "asciiFolding"}:
            return [_apply("fold")(term) for term in terms]
        case {"type": "snowballStemming", "stemmerName": "english"}:
            return [_apply("stem")(term) for term in terms]
        case {"type": "icuNormalizer", "normalizationForm": "nfkc"}:
            return [unicodedata.normalize("NFKC", term) for term in terms]
        case {"type": "length", "min": int(least), "max": int(most)}:
            return [term for term in terms if least <= len(term) <= most]
        case {"type": "stopword", "tokens": list(stopped)}:
            return [term for term in terms if term not in stopped]
    raise ValueError(f"no token filter: {definition}")


@cache
def _compile(pattern: str) -> regex.Pattern[str]:
    # Java knows the scoped flag (?i:...) and \p{IsAlphabetic}; so does this.
    return regex.compile(pattern)


@cache
def _apply(what: str) -> Callable[[str], str]:
    chosen = tantivy.Filter.ascii_fold() if what == "fold" else tantivy.Filter.stemmer("english")
    analyser = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.raw()).filter(chosen).build()

    def apply(term: str) -> str:
        return "".join(analyser.analyze(term))

    return apply
