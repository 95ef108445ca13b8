"""Entries and filters for the tests of the search engines."""

from dataclasses import replace
from datetime import date
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ragstudio.records import SourceMetadata
from ragstudio.search.base import SearchFilter
from ragstudio.storage.changes import ChunkChange, ChunkEntry
from ragstudio.storage.chunk_fields import list_section_ancestors

MODEL = "test/eight"
DIMENSIONS = 8

_ENTRY = ChunkEntry(
    chunk_id="",
    document_id="d0",
    content="",
    vector=None,
    embedding_model=MODEL,
    group="policies",
    section=None,
    block_type="text",
    source_status="current",
)


def entry(chunk_id: str, content: str = "", **fields: Any) -> ChunkEntry:
    """A chunk of document `d0` in group `policies`, current, unless `fields` say otherwise.

    The dates of its source become the range in which it is in force.
    """
    begins, ends = SourceMetadata(
        status=fields.get("source_status", "current"),
        effective_date=fields.pop("effective_date", None),
        superseded_date=fields.pop("superseded_date", None),
    ).in_force_range
    path = tuple(list_section_ancestors(fields.get("section") or ""))
    derived = {"section_path": path, "in_force_from": begins, "in_force_until": ends}
    return replace(_ENTRY, chunk_id=chunk_id, content=content, **{**derived, **fields})


def added(*entries: ChunkEntry) -> list[ChunkChange]:
    """The changes that put these entries in."""
    return [ChunkChange(one.chunk_id, one) for one in entries]


def removed(*chunk_ids: str) -> list[ChunkChange]:
    """The changes that take these chunks out."""
    return [ChunkChange(chunk_id, None) for chunk_id in chunk_ids]


def random_vectors(count: int, dimensions: int = DIMENSIONS, seed: int = 7) -> NDArray[np.float32]:
    """Unit vectors of shape (count, dimensions)."""
    vectors = np.random.default_rng(seed).standard_normal((count, dimensions))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def passes(one: ChunkEntry, where: SearchFilter) -> bool:
    """What the filter's definition says of one chunk, written down once more, field by field."""
    section = (one.section or "").lower()
    wanted = (where.section or "").lower()
    return (
        (not where.groups or one.group in where.groups)
        and (not where.document_ids or one.document_id in where.document_ids)
        and one.document_id not in where.excluded_document_ids
        and (not where.source_status or one.source_status in where.source_status)
        and (not where.block_types or one.block_type in where.block_types)
        and (where.section is None or (section + " > ").startswith(wanted + " > "))
        and one.searchable
        and (
            where.in_force_on is None or one.in_force_from <= where.in_force_on < one.in_force_until
        )
    )


VARIED_FIELDS: list[dict[str, Any]] = [
    {
        "document_id": document_id,
        "group": group,
        "section": section,
        "block_type": block_type,
        "searchable": searchable,
    }
    | age
    for document_id, group in (("a" * 24, "policies"), ("b" * 24, "noise"), ("c" * 24, "policies"))
    for section, block_type in (
        (None, "text"),
        ("Leave", "text"),
        ("Leave > Carry-over", "list"),
        ("Leave policy", "table"),
    )
    for searchable in (True, False)
    for age in (
        {"source_status": "current", "effective_date": None, "superseded_date": None},
        {"source_status": "current", "effective_date": date(2026, 7, 1), "superseded_date": None},
        {"source_status": "superseded", "effective_date": None, "superseded_date": None},
        {
            "source_status": "superseded",
            "effective_date": date(2024, 1, 1),
            "superseded_date": date(2026, 1, 1),
        },
        {"source_status": "draft", "effective_date": None, "superseded_date": None},
    )
]

FILTERS = [
    SearchFilter(),
    SearchFilter(groups=("policies",)),
    SearchFilter(groups=("policies", "noise")),
    SearchFilter(groups=("unknown",)),
    SearchFilter(document_ids=("a" * 24, "b" * 24)),
    SearchFilter(excluded_document_ids=("a" * 24, "f" * 24)),
    SearchFilter(source_status=("current",)),
    SearchFilter(source_status=("superseded", "draft")),
    SearchFilter(section="leave"),
    SearchFilter(section="Leave > carry-over"),
    SearchFilter(section="Leave > Carry"),
    SearchFilter(block_types=("table", "list")),
    SearchFilter(in_force_on=date(2025, 12, 31)),
    SearchFilter(in_force_on=date(2026, 1, 1)),
    SearchFilter(in_force_on=date(2023, 12, 31)),
    SearchFilter(in_force_on=date(2026, 7, 1)),
    SearchFilter(
        groups=("policies",),
        excluded_document_ids=("c" * 24,),
        source_status=("current",),
        section="LEAVE",
        block_types=("text",),
        in_force_on=date(2026, 6, 30),
    ),
]
