"""Exact nearest neighbours by cosine, in memory."""

from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ragstudio.search.base import Candidate, SearchFilter, Vector
from ragstudio.search.local.columns import MetadataColumns
from ragstudio.search.local.feed import ChunkChange, ChunkEntry
from ragstudio.search.local.locks import ReadersWriterLock
from ragstudio.search.metadata import ChunkMetadata

SCORE_DECIMALS = 6
_FIRST_CAPACITY = 1024
# More than the error of a float32 dot product of unit vectors plus the rounding of scores.
_SELECTION_MARGIN = 4e-6
# Below this share of passing rows, copying them out is cheaper than scoring every row.
_SPARSE_SHARE = 0.2


class VectorIndex:
    """A float32 matrix of unit vectors with one row a chunk, and its metadata beside it.

    Rows carry no order: a removed row is filled with the last one. Chunks without a usable vector
    of `embedding_model` and `dimensions` are left out. Safe for many searches beside one writer.
    """

    def __init__(self, embedding_model: str, dimensions: int) -> None:
        if not embedding_model or dimensions < 1:
            raise ValueError("an index needs a model's name and at least one dimension")
        self._embedding_model = embedding_model
        self._dimensions = dimensions
        self._matrix = np.zeros((_FIRST_CAPACITY, dimensions), dtype=np.float32)
        self._columns = MetadataColumns(_FIRST_CAPACITY)
        self._chunk_ids: list[str] = []
        self._metadata: list[ChunkMetadata] = []
        self._rows: dict[str, int] = {}
        self._per_document: Counter[str] = Counter()
        self._lock = ReadersWriterLock()

    def __len__(self) -> int:
        return len(self._chunk_ids)

    def count(self, document_id: str) -> int:
        """Vectors of one document."""
        return self._per_document[document_id]

    def apply(self, changes: Iterable[ChunkChange]) -> None:
        """Take over changes, all at once for readers. Applying one twice does no harm."""
        with self._lock.write():
            for change in changes:
                unit = self._read_unit_vector(change.entry) if change.entry is not None else None
                if change.entry is None or unit is None:
                    self._remove(change.chunk_id)
                elif not self._only_switches(change.entry, unit):
                    self._remove(change.chunk_id)
                    self._add(change.entry, unit)

    def count_facets(self) -> dict[str, dict[str, int]]:
        """How many searchable vectors have each group, source status, block type and section."""
        with self._lock.read():
            return self._columns.count_facets(len(self._chunk_ids))

    def search(self, vector: Vector, limit: int, where: SearchFilter) -> list[Candidate]:
        """The `limit` nearest chunks by cosine (-1 to 1), best first, ties by chunk id.

        Scores are computed in float64 and rounded to six decimals, which is what float32 vectors
        carry: equal texts have equal scores wherever their rows are. Raises `ValueError` for a
        vector of another dimension or a limit below 1.
        """
        query = np.asarray(vector, dtype=np.float64)
        if query.shape != (self._dimensions,):
            raise ValueError(f"a vector of {query.shape} for an index of {self._dimensions}")
        if limit < 1:
            raise ValueError(f"limit must be at least 1, not {limit}")
        query = query / (np.linalg.norm(query) or 1.0)
        with self._lock.read():
            rows = self._select(query.astype(np.float32), limit, where)
            units = self._matrix[rows].astype(np.float64)
            scores = _score_exactly(units, query)
            candidates = [
                Candidate(self._chunk_ids[row], self._metadata[row].document_id, score)
                for row, score in zip(rows.tolist(), scores, strict=True)
            ]
        candidates.sort(key=lambda candidate: (-candidate.score, candidate.chunk_id))
        return candidates[:limit]

    def _select(
        self, query: NDArray[np.float32], limit: int, where: SearchFilter
    ) -> NDArray[np.intp]:
        """Rows that may be among the best `limit`: all within the margin of the last one."""
        held = len(self._chunk_ids)
        mask = self._columns.match(where, held)
        rows = np.arange(held) if mask is None else np.flatnonzero(mask)
        if rows.size <= limit:
            return rows
        if rows.size < held * _SPARSE_SHARE:
            scores = self._matrix[rows] @ query
        else:
            scores = self._matrix[:held] @ query
            scores = scores if mask is None else scores[rows]
        last = np.partition(scores, rows.size - limit)[rows.size - limit]
        selected: NDArray[np.intp] = rows[scores >= last - _SELECTION_MARGIN]
        return selected

    def _read_unit_vector(self, entry: ChunkEntry) -> NDArray[np.float32] | None:
        if entry.vector is None or entry.embedding_model != self._embedding_model:
            return None
        vector = np.asarray(entry.vector, dtype=np.float64)
        if vector.shape != (self._dimensions,):
            return None
        length = float(np.linalg.norm(vector))
        if not np.isfinite(length) or length == 0.0:
            return None
        return (vector / length).astype(np.float32)

    def _only_switches(self, entry: ChunkEntry, unit: NDArray[np.float32]) -> bool:
        """Whether the entry is the one that is held, but for `searchable`, which is then set."""
        row = self._rows.get(entry.chunk_id)
        if (
            row is None
            or self._metadata[row] != ChunkMetadata.from_entry(entry)
            or not np.array_equal(self._matrix[row], unit)
        ):
            return False
        self._columns.set_searchable(row, entry.searchable)
        return True

    def _add(self, entry: ChunkEntry, unit: NDArray[np.float32]) -> None:
        row = len(self._chunk_ids)
        if row == len(self._matrix):
            self._grow(2 * row)
        metadata = ChunkMetadata.from_entry(entry)
        self._matrix[row] = unit
        self._columns.set(row, metadata, searchable=entry.searchable)
        self._chunk_ids.append(entry.chunk_id)
        self._metadata.append(metadata)
        self._rows[entry.chunk_id] = row
        self._per_document[entry.document_id] += 1

    def _remove(self, chunk_id: str) -> None:
        row = self._rows.pop(chunk_id, None)
        if row is None:
            return
        metadata = self._metadata[row]
        self._columns.release(row, metadata)
        self._per_document[metadata.document_id] -= 1
        if not self._per_document[metadata.document_id]:
            del self._per_document[metadata.document_id]
        last = len(self._chunk_ids) - 1
        if row != last:
            self._matrix[row] = self._matrix[last]
            self._columns.move(last, row)
            self._chunk_ids[row] = self._chunk_ids[last]
            self._metadata[row] = self._metadata[last]
            self._rows[self._chunk_ids[row]] = row
        self._matrix[last] = 0.0
        self._chunk_ids.pop()
        self._metadata.pop()

    def _grow(self, capacity: int) -> None:
        larger = np.zeros((capacity, self._dimensions), dtype=np.float32)
        larger[: len(self._matrix)] = self._matrix
        self._matrix = larger
        self._columns.grow(capacity)


def _score_exactly(units: NDArray[np.float64], query: NDArray[np.float64]) -> list[float]:
    """Cosines, each summed along its own row: a BLAS product may differ with the row's place."""
    lengths = np.sqrt(np.add.reduce(units * units, axis=1))
    cosines = np.add.reduce(units * query, axis=1) / np.where(lengths == 0.0, 1.0, lengths)
    rounded: list[float] = (np.round(np.clip(cosines, -1.0, 1.0), SCORE_DECIMALS) + 0.0).tolist()
    return rounded
