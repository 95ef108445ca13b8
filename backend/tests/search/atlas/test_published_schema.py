"""Both index definitions against the JSON schema that MongoDB publishes for its own tools."""

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft201909Validator

from ragstudio.search.atlas.definitions import (
    QUANTIZATIONS,
    define_text_index,
    define_vector_index,
)

_PACKAGE = Path("frontend/node_modules/@mongodb-js/search-index-schema/output")


def _find_errors(repository_root: Path, kind: str, definition: dict[str, Any]) -> list[str]:
    published = repository_root / _PACKAGE / kind / "index.json"
    if not published.exists():
        pytest.skip("needs the interface's packages: run `npm ci` in frontend")
    # Its parts say draft 7, in which a `$ref` hides what stands beside it; they rely on both.
    schema = json.loads(published.read_text(), object_hook=_without_draft)
    return [error.message for error in Draft201909Validator(schema).iter_errors(definition)]


def _without_draft(part: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in part.items() if name != "$schema"}


def _break(definition: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The vector index, broken in ways a typing slip would."""
    for name, value in (
        ("quantization", "byte"),
        ("similarity", "cos"),
        ("numDimensions", "384"),
        ("type", "vectors"),
    ):
        broken = copy.deepcopy(definition)
        broken["fields"][0][name] = value
        yield broken


def test_the_vector_index_passes_and_a_broken_one_does_not(repository_root: Path) -> None:
    for quantization in QUANTIZATIONS:
        definition = define_vector_index(384, quantization)
        assert _find_errors(repository_root, "vectorSearch", definition) == []
        for broken in _break(definition):
            assert _find_errors(repository_root, "vectorSearch", broken)


def test_the_text_index_passes_and_a_broken_one_does_not(repository_root: Path) -> None:
    definition = define_text_index()
    assert _find_errors(repository_root, "search", definition) == []
    for path, value in (("indexOptions", "freq"), ("store", "no"), ("type", "text")):
        broken = copy.deepcopy(definition)
        broken["mappings"]["fields"]["content"][path] = value
        assert _find_errors(repository_root, "search", broken), path
