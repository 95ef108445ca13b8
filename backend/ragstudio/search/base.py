"""The protocol every candidate engine implements, and the one filter they all honour."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Annotated, Protocol

import numpy as np
from numpy.typing import NDArray
from pydantic import AfterValidator, BaseModel, ConfigDict

from ragstudio.records import BlockType, SourceStatus

Vector = NDArray[np.float32]


def _before_the_last(day: date) -> date:
    # A range that never ends is written as one that ends on the last day.
    return min(day, date.max - timedelta(days=1))


class SearchFilter(BaseModel):
    """Which chunks may be candidates. Applied inside both branches, before any limit.

    An empty tuple means no restriction on that field. Fields are combined with AND, values of a
    field with OR. `section` matches the heading path itself and everything below it, ignoring
    case. `in_force_on` keeps sources in force on that day (`SourceMetadata.in_force_range`); the
    last day there is counts as the one before it. Chunks of documents that are not ready never
    pass; `excluded_document_ids` are a few that were deleted meanwhile.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    groups: tuple[str, ...] = ()
    document_ids: tuple[str, ...] = ()
    excluded_document_ids: tuple[str, ...] = ()
    source_status: tuple[SourceStatus, ...] = ()
    section: str | None = None
    block_types: tuple[BlockType, ...] = ()
    in_force_on: Annotated[date, AfterValidator(_before_the_last)] | None = None


@dataclass(frozen=True, slots=True)
class Candidate:
    """A chunk found by one branch. `score` is its own: cosine (-1 to 1) or BM25 (0 or more)."""

    chunk_id: str
    document_id: str
    score: float


@dataclass(frozen=True, slots=True)
class EngineState:
    """What an engine holds. `ready` is false until it has read all that MongoDB holds."""

    name: str
    ready: bool
    vectors: int
    texts: int
    detail: str


@dataclass(frozen=True, slots=True)
class IndexCounts:
    """Entries of one document in the vector index and in the text index."""

    vectors: int
    texts: int


class SearchEngine(Protocol):
    """Finds candidates. Every method may raise `IndexNotReady`.

    Candidates come best first; ties are ordered by chunk id, so that the same question over the
    same corpus always gives the same list, also after a restart or a rebuild.
    """

    name: str

    proves_level: bool
    """Whether `catch_up` proves that every write is held. Where not, a count that is too low may
    only be late."""

    def start(self) -> None:
        """Begin following MongoDB in the background and return at once."""

    def stop(self) -> None:
        """Stop following and release everything."""

    def state(self) -> EngineState:
        """What the engine holds now; never raises."""

    def refresh(self) -> None:
        """Called before every search: return once its answer is as fresh as the engine promises.

        The local engine promises every write MongoDB acknowledged before; Atlas follows on its
        own and is not waited for.
        """

    def catch_up(self, timeout_seconds: float = 5.0) -> None:
        """Return once the engine answers and, where it `proves_level`, holds every write MongoDB
        acknowledged before this call."""

    def search_vectors(
        self, vector: Vector, limit: int, where: SearchFilter, *, exact: bool = False
    ) -> list[Candidate]:
        """The `limit` chunks nearest to the normalised `vector` by cosine, among `where`.

        An engine that approximates compares every vector where `exact` asks for it.
        """

    def search_text(self, query: str, limit: int, where: SearchFilter) -> list[Candidate]:
        """The `limit` chunks that match `query` best by BM25, among `where`."""

    def count(self, document_id: str) -> IndexCounts:
        """How many entries of one document the engine holds, at the most."""

    def count_held(self, document_ids: Sequence[str]) -> dict[str, IndexCounts]:
        """How many entries of each document the engine holds, at the least."""

    def count_all(self) -> IndexCounts:
        """How many entries the engine holds."""

    def count_matching(self, where: SearchFilter) -> int:
        """How many chunks pass `where`."""

    def count_facets(self) -> dict[str, dict[str, int]]:
        """How many searchable chunks have each group, source status, block type and section."""


def describe_filter(where: SearchFilter) -> dict[str, object]:
    """The filter as it was applied, for a search's `pipeline.filters`; empty fields left out."""
    described = where.model_dump(mode="json", exclude_none=True)
    return {
        name: value
        for name, value in described.items()
        if not (isinstance(value, Sequence) and len(value) == 0)
    }
