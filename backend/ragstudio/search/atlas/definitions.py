"""The two search indexes on `chunks` that MongoDB Atlas keeps, as their definitions.

The text analysis is the local engine's, in Lucene's terms: English words, identifiers whole, and
single East Asian characters, each as a field of its own. Grammar: MongoDB manual, "Define Search
Indexes", "Custom Analyzers" and "How to Index Fields for Vector Search".
"""

from typing import Any, Literal

from ragstudio.search.analysis import (
    CHARACTER_PATTERN,
    IDENTIFIER_PATTERN,
    LONGEST_IDENTIFIER,
    LONGEST_WORD,
    LUCENE_STOP_WORDS,
    QUESTION_WORDS,
)

VERSION = 2
"""Of both definitions, and a part of their names: whoever changes a definition counts it up."""

TEXT_INDEX = f"ragstudio_text_v{VERSION}"

Quantization = Literal["none", "scalar", "binary"]
QUANTIZATIONS: tuple[Quantization, ...] = ("none", "scalar", "binary")

TEXT_FIELDS = (
    "document_key", "group", "source_status", "block_type", "section", "section_path",
    "embedding_model",
)  # fmt: skip
DATE_FIELDS = ("in_force_from", "in_force_until")
# `section` is the heading path as it is shown, which is counted and never filtered by.
FILTER_FIELDS = (
    "searchable",
    *(name for name in TEXT_FIELDS if name != "section"),
    *DATE_FIELDS,
)

# Java's regular expressions descend once for each repetition of a group, until the stack is full:
# `++` never looks back, and does not descend. An English clitic (`'s`) belongs to the gap between
# two words, as everything does that is neither a letter nor a digit.
_WORD_GAP = (
    r"(?:(?<=[\p{IsAlphabetic}\p{N}])['\u2019](?i:s|t|re|ve|ll|d|m)\b|[^\p{IsAlphabetic}\p{N}]++)++"
)
_IDENTIFIER = (
    IDENTIFIER_PATTERN.replace(r"[\p{L}\p{N}]+", r"[\p{L}\p{N}]++")
    .replace(r"\p{N}+(?", r"\p{N}++(?")
    .replace(")+", ")++")
)
_DASHES = "\u2010\u2011\u2012\u2013\u2212"

_ONE_SPELLING = {"type": "mapping", "mappings": dict.fromkeys(_DASHES, "-")}
_COMPATIBLE = {"type": "icuNormalize"}
_LOWER_CASE = {"type": "lowercase"}
_FOLDED = {"type": "asciiFolding"}


def name_vector_index(dimensions: int, quantization: Quantization) -> str:
    """The name says everything by which vector indexes differ: none is ever changed."""
    suffix = "" if quantization == "none" else f"_{quantization}"
    return f"ragstudio_vectors_v{VERSION}_{dimensions}{suffix}"


def define_vector_index(dimensions: int, quantization: Quantization = "none") -> dict[str, Any]:
    """The vector index: cosine, and every field a filter can ask for.

    `scalar` keeps one byte a number; `binary` one bit, and scores the best again with the whole
    vectors. The vectors that are stored stay whole.
    """
    vector: dict[str, Any] = {
        "type": "vector",
        "path": "embedding",
        "numDimensions": dimensions,
        "similarity": "cosine",
    }
    if quantization != "none":
        vector["quantization"] = quantization
    return {"fields": [vector, *({"type": "filter", "path": path} for path in FILTER_FIELDS)]}


def define_text_index() -> dict[str, Any]:
    """The text index: three analyses of `content`, and every field a filter can ask for."""
    return {
        "mappings": {
            "dynamic": False,
            "fields": {
                "_id": {"type": "objectId"},
                "searchable": {"type": "boolean"},
                "content": {
                    "analyzer": "studio_words",
                    **_describe_text("freqs"),
                    "multi": {
                        "identifiers": {
                            "analyzer": "studio_identifiers",
                            "searchAnalyzer": "studio_whole",
                            **_describe_text("freqs"),
                        },
                        # Neighbours are asked for as a phrase.
                        "characters": {
                            "analyzer": "studio_characters",
                            **_describe_text("positions"),
                        },
                    },
                },
                **{path: {"type": "token"} for path in TEXT_FIELDS},
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
                    "pattern": _IDENTIFIER,
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


def _describe_text(kept: str) -> dict[str, Any]:
    """A text field that keeps no copy of the text, and of each term no more than is asked for."""
    return {"type": "string", "store": False, "indexOptions": kept}
