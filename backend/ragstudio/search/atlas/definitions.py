"""The two search indexes on `chunks` that MongoDB Atlas keeps, as their definitions.

The text analysis is the local engine's, in Lucene's terms: English words, identifiers whole, and
single East Asian characters, each as a field of its own. Grammar: MongoDB manual, "Define Search
Indexes", "Custom Analyzers" and "How to Index Fields for Vector Search".
"""

from typing import Any

from ragstudio.search.analysis import (
    CHARACTER_PATTERN,
    IDENTIFIER_PATTERN,
    LONGEST_IDENTIFIER,
    LONGEST_WORD,
    LUCENE_STOP_WORDS,
    QUESTION_WORDS,
)

VECTOR_INDEX = "ragstudio_vectors"
TEXT_INDEX = "ragstudio_text"

BARRIER_FIELD = "search_barrier"
"""A token written to one chunk: when an index returns it, it holds all that was written before."""

EXACT_FIELDS = ("group", "source_status", "block_type", "section", "embedding_model", BARRIER_FIELD)
DATE_FIELDS = ("effective_date", "superseded_date")

# An English clitic (`'s`) belongs to the gap between two words, as everything does that is neither
# a letter nor a digit.
_WORD_GAP = (
    r"(?:(?<=[\p{IsAlphabetic}\p{N}])['\u2019](?i:s|t|re|ve|ll|d|m)\b|[^\p{IsAlphabetic}\p{N}])+"
)
_DASHES = "\u2010\u2011\u2012\u2013\u2212"

_ONE_SPELLING = {"type": "mapping", "mappings": dict.fromkeys(_DASHES, "-")}
_COMPATIBLE = {"type": "icuNormalize"}
_LOWER_CASE = {"type": "lowercase"}
_FOLDED = {"type": "asciiFolding"}


def define_vector_index(dimensions: int) -> dict[str, Any]:
    """The vector index: cosine, and every field a filter can ask for."""
    return {
        "fields": [
            {
                "type": "vector",
                "path": "embedding",
                "numDimensions": dimensions,
                "similarity": "cosine",
            },
            *(
                {"type": "filter", "path": path}
                for path in ("document_id", *EXACT_FIELDS, *DATE_FIELDS)
            ),
        ]
    }


def define_text_index() -> dict[str, Any]:
    """The text index: three analyses of `content`, and every field a filter can ask for."""
    return {
        "mappings": {
            "dynamic": False,
            "fields": {
                "_id": {"type": "objectId"},
                "document_id": {"type": "objectId"},
                "content": {
                    "type": "string",
                    "analyzer": "studio_words",
                    "multi": {
                        "identifiers": {
                            "type": "string",
                            "analyzer": "studio_identifiers",
                            "searchAnalyzer": "studio_whole",
                        },
                        "characters": {"type": "string", "analyzer": "studio_characters"},
                    },
                },
                **{path: {"type": "token"} for path in EXACT_FIELDS},
                **{path: {"type": "date"} for path in DATE_FIELDS},
            },
        },
        "analyzers": [
            {
                "name": "studio_words",
                "charFilters": [_ONE_SPELLING, _COMPATIBLE],
                "tokenizer": {"type": "regexSplit", "pattern": _WORD_GAP},
                "tokenFilters": [
                    {"type": "length", "min": 1, "max": LONGEST_WORD},
                    _LOWER_CASE,
                    _FOLDED,
                    {"type": "stopword", "tokens": sorted({*LUCENE_STOP_WORDS, *QUESTION_WORDS})},
                    {"type": "snowballStemming", "stemmerName": "english"},
                ],
            },
            {
                "name": "studio_identifiers",
                "charFilters": [_ONE_SPELLING],
                "tokenizer": {
                    "type": "regexCaptureGroup",
                    "pattern": IDENTIFIER_PATTERN,
                    "group": 0,
                },
                "tokenFilters": [
                    {"type": "icuNormalizer", "normalizationForm": "nfkc"},
                    {"type": "length", "min": 1, "max": LONGEST_IDENTIFIER},
                    _LOWER_CASE,
                    _FOLDED,
                ],
            },
            {
                "name": "studio_whole",
                "charFilters": [],
                "tokenizer": {"type": "keyword"},
                "tokenFilters": [_LOWER_CASE, _FOLDED],
            },
            {
                "name": "studio_characters",
                "charFilters": [_COMPATIBLE],
                "tokenizer": {
                    "type": "regexCaptureGroup",
                    "pattern": CHARACTER_PATTERN,
                    "group": 0,
                },
                "tokenFilters": [],
            },
        ],
    }


def is_defined_as(found: object, wanted: object) -> bool:
    """Whether a definition the server reports holds all of ours; it may add defaults of its own."""
    if isinstance(wanted, dict):
        return isinstance(found, dict) and all(
            name in found and is_defined_as(found[name], value) for name, value in wanted.items()
        )
    if isinstance(wanted, list):
        return (
            isinstance(found, list)
            and len(found) == len(wanted)
            and all(map(is_defined_as, found, wanted))
        )
    return found == wanted
