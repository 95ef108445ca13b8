"""Chunk metadata as numpy columns, so that a filter is a handful of array operations."""

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from ragstudio.search.base import SearchFilter
from ragstudio.search.metadata import ChunkMetadata, fold_section, section_covers

Mask = NDArray[np.bool_]

_CODED = ("document_id", "group", "source_status", "block_type", "section")


class Codebook:
    """Small integers for the distinct values of a column; forgets a value nothing uses."""

    def __init__(self) -> None:
        self._codes: dict[str, int] = {}
        self._uses: list[int] = []
        self._free: list[int] = []

    def acquire(self, value: str) -> int:
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

    def release(self, value: str) -> None:
        """One use of `value` less."""
        code = self._codes[value]
        self._uses[code] -= 1
        if self._uses[code] == 0:
            del self._codes[value]
            self._free.append(code)

    def mark(self, wanted: Iterable[str]) -> Mask:
        """For every code, whether it stands for one of `wanted`."""
        marks = np.zeros(len(self._uses), dtype=np.bool_)
        marks[[self._codes[value] for value in wanted if value in self._codes]] = True
        return marks

    def mark_where(self, matches: Callable[[str], bool]) -> Mask:
        """For every code, whether its value satisfies `matches`."""
        return self.mark([value for value in self._codes if matches(value)])


class MetadataColumns:
    """One row of metadata for each row of a matrix; rows are set, moved and cleared by number."""

    def __init__(self, capacity: int) -> None:
        self._books = {name: Codebook() for name in _CODED}
        self._codes = {name: np.zeros(capacity, dtype=np.int32) for name in _CODED}
        self._in_force_from = np.zeros(capacity, dtype=np.int32)
        self._in_force_until = np.zeros(capacity, dtype=np.int32)

    def grow(self, capacity: int) -> None:
        """Make room for `capacity` rows."""
        for name in _CODED:
            self._codes[name] = np.resize(self._codes[name], capacity)
        self._in_force_from = np.resize(self._in_force_from, capacity)
        self._in_force_until = np.resize(self._in_force_until, capacity)

    def set(self, row: int, metadata: ChunkMetadata) -> None:
        """Fill a free row."""
        for name in _CODED:
            self._codes[name][row] = self._books[name].acquire(getattr(metadata, name))
        self._in_force_from[row] = metadata.in_force_from
        self._in_force_until[row] = metadata.in_force_until

    def release(self, metadata: ChunkMetadata) -> None:
        """Forget what a row held; the row is free afterwards."""
        for name in _CODED:
            self._books[name].release(getattr(metadata, name))

    def move(self, source: int, target: int) -> None:
        """Copy a row onto a free one, and free the source."""
        for name in _CODED:
            self._codes[name][target] = self._codes[name][source]
        self._in_force_from[target] = self._in_force_from[source]
        self._in_force_until[target] = self._in_force_until[source]

    def match(self, where: SearchFilter, rows: int) -> Mask | None:
        """Which of the first `rows` rows pass; None where the filter lets all pass."""
        masks = []
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
            above = fold_section(where.section)
            covered = self._books["section"].mark_where(lambda path: section_covers(above, path))
            masks.append(covered[self._codes["section"][:rows]])
        if where.in_force_on is not None:
            day = where.in_force_on.toordinal()
            masks.append(self._in_force_from[:rows] <= day)
            masks.append(self._in_force_until[:rows] > day)
        return np.logical_and.reduce(masks) if masks else None
