"""Chunk metadata as numpy columns, so that a filter is a handful of array operations."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ragstudio.search.base import SearchFilter
from ragstudio.search.metadata import ChunkMetadata
from ragstudio.storage.chunk_fields import fold_section

Mask = NDArray[np.bool_]

FACETS = ("group", "source_status", "block_type", "section")
_CODED = ("document_id", *FACETS, "section_path")


class Codebook:
    """Small integers for the distinct values of a column; forgets a value nothing uses."""

    def __init__(self) -> None:
        self._codes: dict[Hashable, int] = {}
        self._uses: list[int] = []
        self._free: list[int] = []

    def acquire(self, value: Hashable) -> int:
        """The code of `value`, with one more use."""
        code = self._codes.get(value)
        if code is None:
            if self._free:
                code = self._free.pop()
            else:
                code = len(self._uses)
                self._uses.append(0)
            self._codes[value] = code
        self._uses[code] += 1
        return code

    def release(self, value: Hashable) -> None:
        """One use of `value` less."""
        code = self._codes[value]
        self._uses[code] -= 1
        if self._uses[code] == 0:
            del self._codes[value]
            self._free.append(code)

    def mark(self, wanted: Iterable[Hashable]) -> Mask:
        """For every code, whether it stands for one of `wanted`."""
        marks = np.zeros(len(self._uses), dtype=np.bool_)
        marks[[self._codes[value] for value in wanted if value in self._codes]] = True
        return marks

    def values(self) -> dict[Hashable, int]:
        """The values in use, with their codes."""
        return dict(self._codes)

    def mark_where(self, matches: Callable[[Any], bool]) -> Mask:
        """For every code, whether its value satisfies `matches`."""
        return self.mark([value for value in self._codes if matches(value)])


class MetadataColumns:
    """One row of metadata for each row of a matrix; rows are set, moved and cleared by number."""

    def __init__(self, capacity: int) -> None:
        self._books = {name: Codebook() for name in _CODED}
        self._codes = {name: np.zeros(capacity, dtype=np.int32) for name in _CODED}
        self._in_force_from = np.zeros(capacity, dtype=np.int32)
        self._in_force_until = np.zeros(capacity, dtype=np.int32)
        self._searchable = np.zeros(capacity, dtype=np.bool_)
        self._hidden = 0

    def grow(self, capacity: int) -> None:
        """Make room for `capacity` rows."""
        for name in _CODED:
            self._codes[name] = np.resize(self._codes[name], capacity)
        self._in_force_from = np.resize(self._in_force_from, capacity)
        self._in_force_until = np.resize(self._in_force_until, capacity)
        self._searchable = np.resize(self._searchable, capacity)

    def set(self, row: int, metadata: ChunkMetadata, *, searchable: bool) -> None:
        """Fill a free row."""
        for name in _CODED:
            self._codes[name][row] = self._books[name].acquire(getattr(metadata, name))
        self._in_force_from[row] = metadata.in_force_from
        self._in_force_until[row] = metadata.in_force_until
        self._searchable[row] = searchable
        self._hidden += not searchable

    def set_searchable(self, row: int, searchable: bool) -> None:
        """Let the searches find a row, or not."""
        self._hidden += int(self._searchable[row]) - int(searchable)
        self._searchable[row] = searchable

    def release(self, row: int, metadata: ChunkMetadata) -> None:
        """Forget what a row held; the row is free afterwards."""
        self._hidden -= not self._searchable[row]
        for name in _CODED:
            self._books[name].release(getattr(metadata, name))

    def move(self, source: int, target: int) -> None:
        """Copy a row onto a free one, and free the source."""
        for name in _CODED:
            self._codes[name][target] = self._codes[name][source]
        self._in_force_from[target] = self._in_force_from[source]
        self._in_force_until[target] = self._in_force_until[source]
        self._searchable[target] = self._searchable[source]

    def count_facets(self, rows: int) -> dict[str, dict[str, int]]:
        """How many searchable rows among the first `rows` have each value of each facet."""
        counted = {}
        for name in FACETS:
            codes = self._codes[name][:rows][self._searchable[:rows]]
            counts = np.bincount(codes, minlength=1)
            counted[name] = {
                str(value): int(counts[code])
                for value, code in self._books[name].values().items()
                if value and code < len(counts) and counts[code]
            }
        return counted

    def match(self, where: SearchFilter, rows: int) -> Mask | None:
        """Which of the first `rows` rows are searchable and pass; None where all are."""
        masks = [self._searchable[:rows]] if self._hidden else []
        wanted: dict[str, tuple[str, ...]] = {
            "group": where.groups,
            "document_id": where.document_ids,
            "source_status": tuple(where.source_status),
            "block_type": tuple(where.block_types),
        }
        for name, values in wanted.items():
            if values:
                masks.append(self._books[name].mark(values)[self._codes[name][:rows]])
        if where.excluded_document_ids:
            excluded = self._books["document_id"].mark(where.excluded_document_ids)
            masks.append(~excluded[self._codes["document_id"][:rows]])
        if where.section is not None:
            wanted_path = fold_section(where.section)
            covered = self._books["section_path"].mark_where(lambda path: wanted_path in path)
            masks.append(covered[self._codes["section_path"][:rows]])
        if where.in_force_on is not None:
            day = where.in_force_on.toordinal()
            masks.append(self._in_force_from[:rows] <= day)
            masks.append(self._in_force_until[:rows] > day)
        return np.logical_and.reduce(masks) if masks else None
