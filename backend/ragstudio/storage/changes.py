"""Following the chunks as they change."""

from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class ChunkEntry:
    """What an index needs of one chunk.

    `vector` is float32 of shape (dimensions,), or None where the chunk carries none that can be
    read. `effective_date` and `superseded_date` are None where the source names none.
    """

    chunk_id: str
    document_id: str
    content: str
    vector: NDArray[np.float32] | None
    embedding_model: str
    group: str
    section: str | None
    block_type: str
    source_status: str
    effective_date: date | None
    superseded_date: date | None


@dataclass(frozen=True, slots=True)
class ChunkChange:
    """One change of one chunk; `entry` is None where the chunk was deleted."""

    chunk_id: str
    entry: ChunkEntry | None
