"""The search engine of MongoDB Atlas (or a cluster with mongot): `$vectorSearch` and `$search`."""

import time
from collections.abc import Sequence
from typing import Any
from uuid import uuid4

import numpy as np
from pymongo.collection import Collection
from pymongo.errors import OperationFailure

from ragstudio.errors import IndexNotReady
from ragstudio.search.analysis import analyse_query, normalise_text
from ragstudio.search.atlas import pipelines
from ragstudio.search.atlas.definitions import BARRIER_FIELD, TEXT_INDEX, VECTOR_INDEX
from ragstudio.search.atlas.indexes import AtlasIndexes
from ragstudio.search.base import Candidate, EngineState, IndexCounts, SearchFilter, Vector
from ragstudio.search.metadata import fold_section, section_covers
from ragstudio.storage.errors import translate_absence
from ragstudio.storage.mapping import BsonDocument, to_object_id

NAME = "atlas"

_POLL_SECONDS = 0.1
# Entries the index may still hold of a document beyond the chunks MongoDB holds.
_STALE_VECTORS = 1_000


class AtlasSearchEngine:
    """Implements `SearchEngine`. Holds nothing: Atlas follows MongoDB, usually within a second.

    `embedding_model` and `dimensions` name the space whose vectors are searched.
    """

    name = NAME

    def __init__(
        self, chunks: Collection[BsonDocument], embedding_model: str, dimensions: int
    ) -> None:
        self._chunks = chunks
        self._model = embedding_model
        self._indexes = AtlasIndexes(chunks, dimensions)
        self._any_vector: Vector = np.full(dimensions, dimensions**-0.5, dtype=np.float32)

    def start(self) -> None:
        """Create or change the indexes in the background and return at once."""
        self._indexes.start()

    def stop(self) -> None:
        """Stop watching the indexes; they stay where they are."""
        self._indexes.stop()

    def state(self) -> EngineState:
        """What the engine holds now; never raises.

        The server does not count a vector index: `vectors` are the chunks of this embedding model
        that the text index holds.
        """
        texts = vectors = 0
        ready, detail = self._indexes.queryable, self._indexes.detail
        if ready:
            try:
                texts = self.count_matching(SearchFilter())
                vectors = self._count(pipelines.count_texts_of_model(self._model))
            except Exception as error:
                ready, detail = False, f"the indexes do not answer ({type(error).__name__})"
        return EngineState(self.name, ready, vectors, texts, detail)

    def refresh(self) -> None:
        """Before a search: that the indexes answer. They may be about a second behind MongoDB.

        Raises `IndexNotReady`.
        """
        self._require()

    def catch_up(self, timeout_seconds: float = 5.0) -> None:
        """Return once both indexes hold every write MongoDB acknowledged before this call.

        A token is written to one chunk and asked for until both indexes return it: each applies
        the changes of the collection in their order. An empty collection has nothing to wait for.

        Raises:
            IndexNotReady: they do not within `timeout_seconds`.
            DatabaseUnavailable: MongoDB does not answer.
        """
        deadline = time.monotonic() + timeout_seconds
        self._indexes.wait(timeout_seconds)
        self._require()
        token = uuid4().hex
        marked = None
        while True:
            with translate_absence():
                if marked is None or self._chunks.find_one({"_id": marked}, {"_id": 1}) is None:
                    marked = self._mark(token)
                if marked is None or self._holds(token):
                    return
            if time.monotonic() > deadline:
                raise IndexNotReady(
                    f"Atlas has not followed MongoDB within {timeout_seconds:g} seconds.",
                    hint="It catches up by itself; try again in a few seconds.",
                )
            time.sleep(_POLL_SECONDS)

    def search_vectors(
        self, vector: Vector, limit: int, where: SearchFilter, *, exact: bool = False
    ) -> list[Candidate]:
        """The `limit` chunks nearest to the normalised `vector` by cosine, among `where`.

        Approximate unless `exact`. Ties at the cut are the server's choice.
        """
        sections = self._expand_section(where)
        if not np.any(vector) or pipelines.excludes_all(where, sections):
            return []
        pipeline = pipelines.search_vectors(
            vector, limit, where, self._model, sections, exact=exact
        )
        return [
            Candidate(found.chunk_id, found.document_id, 2.0 * found.score - 1.0)
            for found in self._ask(pipeline)
        ]

    def search_text(self, query: str, limit: int, where: SearchFilter) -> list[Candidate]:
        """The `limit` chunks that match `query` best by BM25, among `where`."""
        terms, sections = analyse_query(query), self._expand_section(where)
        if not terms or pipelines.excludes_all(where, sections):
            return []
        return self._ask(
            pipelines.search_text(normalise_text(query), terms, limit, where, sections)
        )

    def count(self, document_id: str) -> IndexCounts:
        """How many entries of one document the indexes hold.

        The vectors are those a search can still return: the server leaves out what MongoDB no
        longer holds before it counts.
        """
        identifier = to_object_id(document_id)
        if identifier is None:
            return IndexCounts(0, 0)
        with translate_absence():
            most = self._chunks.count_documents({"document_id": identifier}) + _STALE_VECTORS
        return IndexCounts(
            self._count(pipelines.count_vectors(identifier, self._model, self._any_vector, most)),
            self.count_matching(SearchFilter(document_ids=(document_id,))),
        )

    def count_matching(self, where: SearchFilter) -> int:
        """How many chunks pass `where`, with or without a vector."""
        sections = self._expand_section(where)
        if pipelines.excludes_all(where, sections):
            return 0
        return self._count(pipelines.count_texts(where, sections))

    def _ask(self, pipeline: pipelines.Pipeline) -> list[Candidate]:
        found = [
            Candidate(str(row["_id"]), str(row.get("document_id", "")), float(row["score"]))
            for row in self._run(pipeline)
        ]
        return sorted(found, key=lambda candidate: (-candidate.score, candidate.chunk_id))

    def _count(self, pipeline: pipelines.Pipeline) -> int:
        rows = self._run(pipeline)
        if not rows:
            return 0
        return int(rows[0]["count"]["total"] if "count" in rows[0] else rows[0]["total"])

    def _run(self, pipeline: pipelines.Pipeline) -> list[dict[str, Any]]:
        self._require()
        with translate_absence():
            try:
                return list(self._chunks.aggregate(pipeline))
            except OperationFailure as error:
                raise IndexNotReady(
                    f"Atlas refused the search (code {error.code}).",
                    hint="Look at `ragstudio doctor`, and at the indexes "
                    f"{VECTOR_INDEX} and {TEXT_INDEX} of the collection.",
                ) from error

    def _require(self) -> None:
        if not self._indexes.queryable:
            raise IndexNotReady(
                f"The search indexes are not ready: {self._indexes.detail}.",
                hint="Atlas builds them by itself; try again in a minute. A MongoDB without Atlas "
                "Search needs SEARCH_ENGINE=local.",
            )

    def _expand_section(self, where: SearchFilter) -> Sequence[str] | None:
        """The stored headings a section filter covers: the indexes compare whole values only."""
        if where.section is None:
            return None
        wanted = fold_section(where.section)
        with translate_absence():
            stored = self._chunks.distinct("section")
        return [
            path
            for path in stored
            if isinstance(path, str) and section_covers(wanted, fold_section(path))
        ]

    def _mark(self, token: str) -> Any:
        """Write the token to a chunk both indexes hold; its id, or None where there is none."""
        marked = self._chunks.find_one_and_update(
            {"embedding_model": self._model, "embedding": {"$ne": None}},
            {"$set": {BARRIER_FIELD: token}},
            projection={"_id": 1},
        )
        return None if marked is None else marked["_id"]

    def _holds(self, token: str) -> bool:
        vectors = pipelines.find_vector_barrier(token, self._any_vector)
        return bool(self._run(pipelines.find_text_barrier(token))) and bool(self._run(vectors))
