"""The definitions of the Atlas indexes: the same analysis as the local engine's, term for term."""

import hashlib
import json
from pathlib import Path

import pytest

from ragstudio.search.analysis import LUCENE_STOP_WORDS, build_analysers, normalise_text
from ragstudio.search.atlas.definitions import (
    VERSION,
    define_text_index,
    define_vector_index,
)
from tests.search.lucene import analyse

_ANALYZERS = {one["name"]: one for one in define_text_index()["analyzers"]}

TRICKY = [
    "What does SEC-104 say? The employee's reports aren't here.",
    "It is stored in file_name.txt, see 2.1.3; P1 and IT are 1,000.5 of \u00bd.",
    "SEC\u2011104 and A\u2013B, caf\u00e9's na\u00efve \ufb01le \u2460",
    "\u5e74\u6b21\u6709\u7d66\u4f11\u6687\u306f25\u65e5\u3067\u3059\u3002",
    "\uc5f0\ucc28 \ud734\uac00\ub294 25\uc77c",
    "\u0e1e\u0e19\u0e31\u0e01\u0e07\u0e32\u0e19\u0e21\u0e35\u0e27\u0e31\u0e19\u0e25\u0e32",
    "\u0421\u043e\u0442\u0440\u0443\u0434\u043d\u0438\u043a\u0438",
    "o'clock rock'n'roll 'quoted' it's we'll I'd you've",
]


@pytest.mark.parametrize("text", TRICKY)
def test_tricky_texts_give_the_terms_of_the_local_engine(text: str) -> None:
    local = build_analysers()
    for name in ("words", "identifiers", "characters"):
        expected = local[name].analyze(normalise_text(text))
        assert analyse(text, _ANALYZERS[f"studio_{name}"]) == expected, name


def test_the_sample_documents_give_the_terms_of_the_local_engine(repository_root: Path) -> None:
    local = build_analysers()
    texts = [path.read_text() for path in (repository_root / "sample-documents").rglob("*.md")]
    assert len(texts) > 10
    for text in texts:
        for name in ("words", "identifiers"):
            expected = local[name].analyze(normalise_text(text))
            assert analyse(text, _ANALYZERS[f"studio_{name}"]) == expected


def test_the_stop_words_are_those_the_local_engine_leaves_out() -> None:
    words = build_analysers()["words"]
    assert all(words.analyze(word) == [] for word in LUCENE_STOP_WORDS)


def test_every_filter_field_is_declared_in_both_indexes() -> None:
    vector_fields = define_vector_index(384)["fields"]
    assert vector_fields[0] == {
        "type": "vector",
        "path": "embedding",
        "numDimensions": 384,
        "similarity": "cosine",
    }
    filters = {field["path"] for field in vector_fields if field["type"] == "filter"}
    text_fields = define_text_index()["mappings"]["fields"]
    assert filters == set(text_fields) - {"_id", "content", "section"}
    assert filters == {
        "document_key", "group", "source_status", "section_path", "block_type",
        "embedding_model", "in_force_from", "in_force_until", "searchable",
    }  # fmt: skip
    assert define_vector_index(384, "scalar")["fields"][0]["quantization"] == "scalar"


def test_a_changed_definition_has_a_new_version() -> None:
    """Indexes are told apart by their names alone: change this with `VERSION`, never by itself."""
    both = json.dumps([define_text_index(), define_vector_index(384)], sort_keys=True)
    assert (VERSION, hashlib.sha256(both.encode()).hexdigest()[:16]) == (2, "fdfb675f1ef712de")


def test_the_free_tier_takes_the_definitions() -> None:
    # "An index definition JSON object cannot exceed 3KB" on M0 and Flex clusters.
    for definition in (define_text_index(), define_vector_index(384, "scalar")):
        assert len(json.dumps(definition, separators=(",", ":")).encode()) <= 3 * 1024
