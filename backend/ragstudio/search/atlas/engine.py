"""The search engine of MongoDB Atlas (or a cluster with mongot): `$vectorSearch` and `$search`."""

import time
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from pymongo.collection import Collection
from pymongo.errors import ExecutionTimeout, OperationFailure, PyMongoError
from pymongo.read_concern import ReadConcern

from ragstudio.errors import IndexNotReady, SearchRefused
from ragstudio.search.analysis import analyse_query, normalise_text
from ragstudio.search.atlas import pipelines
from ragstudio.search.atlas.indexes import AtlasIndexes, ServingIndexes
from ragstudio.search.base import Candidate, EngineState, IndexCounts, SearchFilter, Vector
from ragstudio.storage.errors import read_reason, translate_absence
from ragstudio.storage.mapping import BsonDocument, to_object_id, to_object_ids

NAME = "atlas"

_POLL_SECONDS = 0.1
_ESTIMATE_SECONDS = 60.0
# A search of an index that is being built may wait for it without end.
_SEARCH_MS = 10_000
# Several search processes may answer in turn, and each lags by itself: so many times in a row a
# count must be the same before it is believed.
_ANSWERS = 3
# Entries the index may still hold of a document beyond the chunks MongoDB holds.
_STALE_VECTORS = 1_000


class AtlasSearchEngine:
    """Implements `SearchEngine`. Holds nothing: Atlas follows MongoDB, usually within a second.

    `embedding_model` and `dimensions` name the space whose vectors are searched; `quantization`
    is `auto`, `none`, `scalar` or `binary`.
    """

    name = NAME
    proves_level = False

    def __init__(
        self,
        chunks: Collection[BsonDocument],
        embedding_model: str,
        dimensions: int,
        quantization: str = "auto",
    ) -> None:
        self._chunks = chunks
        # The server refuses `$search` and `$vectorSearch` with any other read concern.
        self._searched = chunks.with_options(read_concern=ReadConcern("local"))
        self._model = embedding_model
        self._indexes = AtlasIndexes(chunks, dimensions, quantization)
        self._any_vector: Vector = np.full(dimensions, dimensions**-0.5, dtype=np.float32)
        self._estimated: tuple[float, int] | None = None

    def start(self) -> None:
        """Create the indexes in the background where they are missing, and return at once."""
        self._indexes.start()

    def stop(self) -> None:
        """Stop watching the indexes; they stay where they are."""
        self._indexes.stop()

    def state(self) -> EngineState:
        """What the engine holds, by the collection's own estimate; never raises.

        The estimate is at most a minute old: it is asked for every second.
        """
        ready = self._indexes.serving is not None
        held = self._estimate() if ready else 0
        return EngineState(self.name, ready, held, held, self._indexes.detail)

    def refresh(self) -> None:
        """Before a search: that the indexes answer. They may be about a second behind MongoDB.

        Raises `IndexNotReady`.
        """
        self._require()

    def catch_up(self, timeout_seconds: float = 5.0) -> None:
        """Return once the indexes answer.

        Atlas says nowhere how far it has followed MongoDB: what it holds of a document is to be
        counted. Raises `IndexNotReady` where they do not answer within `timeout_seconds`.
        """
        deadline = time.monotonic() + timeout_seconds
        while self._indexes.serving is None and time.monotonic() < deadline:
            time.sleep(_POLL_SECONDS)
        self._require()

    def search_vectors(
        self, vector: Vector, limit: int, where: SearchFilter, *, exact: bool = False
    ) -> list[Candidate]:
        """The `limit` chunks nearest to the normalised `vector` by cosine, among `where`.

        Approximate unless `exact`. Ties at the cut are the server's choice.
        """
        if not np.any(vector):
            return []
        index = self._require().vectors
        pipeline = pipelines.search_vectors(index, vector, limit, where, self._model, exact=exact)
        return [
            Candidate(found.chunk_id, found.document_id, 2.0 * found.score - 1.0)
            for found in self._ask(pipeline)
        ]

    def search_text(self, query: str, limit: int, where: SearchFilter) -> list[Candidate]:
        """The `limit` chunks that match `query` best by BM25, among `where`."""
        terms = analyse_query(query)
        if not terms:
            return []
        return self._ask(pipelines.search_text(normalise_text(query), terms, limit, where))

    def count(self, document_id: str) -> IndexCounts:
        """How many entries of one document the indexes hold; of several answers the highest.

        The vectors are those a search can still return: the server leaves out what MongoDB no
        longer holds before it counts.
        """
        identifier = to_object_id(document_id)
        if identifier is None:
            return IndexCounts(0, 0)
        index = self._require().vectors
        most = self._count_stored([document_id]) + _STALE_VECTORS
        vectors = pipelines.count_vectors(index, [document_id], self._model, self._any_vector, most)
        texts = pipelines.count_texts_of(document_id)
        counts = [(self._sum(vectors), self._total(texts)) for _ in range(_ANSWERS)]
        return IndexCounts(max(each[0] for each in counts), max(each[1] for each in counts))

    def count_held(self, document_ids: Sequence[str]) -> dict[str, IndexCounts]:
        """How many entries of each document the indexes hold; of several answers the lowest."""
        index = self._require().vectors
        lowest = {each: IndexCounts(0, 0) for each in document_ids}
        for asked in range(_ANSWERS):
            left = [each for each, held in lowest.items() if not asked or held != IndexCounts(0, 0)]
            if not left:
                break
            most = self._count_stored(left) + _STALE_VECTORS
            vectors = self._group(
                pipelines.count_vectors(index, left, self._model, self._any_vector, most)
            )
            texts = self._read_facets(pipelines.count_texts_by_document(left))["documents"]
            for each in left:
                now = IndexCounts(vectors.get(each, 0), texts.get(each, 0))
                lowest[each] = now if not asked else _take_lower(lowest[each], now)
        return lowest

    def count_all(self) -> IndexCounts:
        """How many entries the text index holds, ready or not; it does not count vectors."""
        self._require()
        texts = self._total(pipelines.count_all_texts())
        return IndexCounts(texts, texts)

    def count_matching(self, where: SearchFilter) -> int:
        """How many searchable chunks pass `where`, with or without a vector."""
        return self._total(pipelines.count_texts(where))

    def count_facets(self) -> dict[str, dict[str, int]]:
        """How many searchable chunks have each group, source status, block type and section."""
        return self._read_facets(pipelines.count_facets())

    def _estimate(self) -> int:
        now = time.monotonic()
        if self._estimated is None or now - self._estimated[0] > _ESTIMATE_SECONDS:
            try:
                self._estimated = now, self._chunks.estimated_document_count()
            except PyMongoError:
                return self._estimated[1] if self._estimated else 0
        return self._estimated[1]

    def _count_stored(self, document_ids: Iterable[str]) -> int:
        with translate_absence():
            return self._chunks.count_documents(
                {"document_id": {"$in": to_object_ids(document_ids)}}
            )

    def _ask(self, pipeline: pipelines.Pipeline) -> list[Candidate]:
        found = [
            Candidate(str(row["_id"]), str(row.get("document_id", "")), float(row["score"]))
            for row in self._run(pipeline)
        ]
        return sorted(found, key=lambda candidate: (-candidate.score, candidate.chunk_id))

    def _group(self, pipeline: pipelines.Pipeline) -> dict[str, int]:
        return {str(row["_id"]): int(row["count"]) for row in self._run(pipeline)}

    def _sum(self, pipeline: pipelines.Pipeline) -> int:
        return sum(self._group(pipeline).values())

    def _total(self, pipeline: pipelines.Pipeline) -> int:
        rows = self._run(pipeline)
        return int(rows[0]["count"]["total"]) if rows else 0

    def _read_facets(self, pipeline: pipelines.Pipeline) -> dict[str, dict[str, int]]:
        names = pipeline[0]["$searchMeta"]["facet"]["facets"]
        rows = self._run(pipeline)
        found = rows[0]["facet"] if rows else {}
        return {
            name: {
                str(bucket["_id"]): int(bucket["count"])
                for bucket in found.get(name, {}).get("buckets", [])
            }
            for name in names
        }

    def _run(self, pipeline: pipelines.Pipeline) -> list[dict[str, Any]]:
        self._require()
        with translate_absence():
            try:
                return list(self._searched.aggregate(pipeline, maxTimeMS=_SEARCH_MS))
            except ExecutionTimeout as error:
                raise IndexNotReady(
                    f"Atlas did not answer within {_SEARCH_MS // 1000} seconds.",
                    hint="An index that is being built keeps a search waiting; `ragstudio doctor` "
                    "shows its state. Try again in a minute.",
                ) from error
            except OperationFailure as error:
                raise SearchRefused(
                    f"Atlas refused the search: {read_reason(error)} (code {error.code}).",
                    hint="Look at `ragstudio doctor`, and at the search indexes of the collection "
                    "chunks.",
                ) from error

    def _require(self) -> ServingIndexes:
        serving = self._indexes.serving
        if serving is None:
            raise IndexNotReady(
                f"The search indexes are not ready: {self._indexes.detail}.",
                hint="Atlas builds them by itself; try again in a minute. A MongoDB without Atlas "
                "Search needs SEARCH_ENGINE=local.",
            )
        return serving


def _take_lower(one: IndexCounts, other: IndexCounts) -> IndexCounts:
    return IndexCounts(min(one.vectors, other.vectors), min(one.texts, other.texts))
