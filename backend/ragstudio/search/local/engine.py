"""The search engine inside this process: exact cosine and BM25, fed by MongoDB's change stream."""

from collections.abc import Sequence

from ragstudio.errors import IndexNotReady
from ragstudio.search.base import Candidate, EngineState, IndexCounts, SearchFilter, Vector
from ragstudio.search.local.feed import FeedFactory
from ragstudio.search.local.follower import Follower
from ragstudio.search.local.index_pair import IndexPair

NAME = "local"

COMFORTABLE_CHUNKS = 500_000
"""Up to here exact search is right for one machine; measured in the guide to performance."""


class LocalSearchEngine:
    """Implements `SearchEngine`. A cache: all it holds is read again from MongoDB at start.

    `embedding_model` and `dimensions` name the space whose vectors are searched; chunks with
    vectors of another one are held as text only.
    """

    name = NAME
    proves_level = True

    def __init__(self, feed_factory: FeedFactory, embedding_model: str, dimensions: int) -> None:
        self._follower = Follower(feed_factory, lambda: IndexPair(embedding_model, dimensions))

    def start(self) -> None:
        """Begin following MongoDB in the background and return at once."""
        self._follower.start()

    def stop(self) -> None:
        """Stop following and release everything."""
        self._follower.stop()

    def state(self) -> EngineState:
        """What the engine holds now; never raises."""
        held = self._follower.current()
        return EngineState(
            name=self.name,
            ready=held is not None,
            vectors=len(held.vectors) if held else 0,
            texts=len(held.texts) if held else 0,
            detail=self._follower.detail,
        )

    def refresh(self) -> None:
        """Hold every write MongoDB acknowledged before this call; raises what `catch_up` raises."""
        self.catch_up()

    def catch_up(self, timeout_seconds: float = 5.0) -> None:
        """Return once the engine holds every write MongoDB acknowledged before this call.

        Raises:
            IndexNotReady: it does not within `timeout_seconds`.
            DatabaseUnavailable: MongoDB does not answer.
        """
        self._follower.catch_up(timeout_seconds)

    def search_vectors(
        self,
        vector: Vector,
        limit: int,
        where: SearchFilter,
        *,
        exact: bool = False,
    ) -> list[Candidate]:
        """The `limit` chunks nearest to the normalised `vector` by cosine, among `where`.

        Every vector is compared, whatever `exact` says.
        """
        return self._held().vectors.search(vector, limit, where)

    def search_text(self, query: str, limit: int, where: SearchFilter) -> list[Candidate]:
        """The `limit` chunks that match `query` best by BM25, among `where`."""
        return self._held().texts.search(query, limit, where)

    def count(self, document_id: str) -> IndexCounts:
        """How many entries of one document the engine holds."""
        held = self._held()
        return IndexCounts(held.vectors.count(document_id), held.texts.count(document_id))

    def count_held(self, document_ids: Sequence[str]) -> dict[str, IndexCounts]:
        """How many entries of each document the engine holds."""
        return {each: self.count(each) for each in document_ids}

    def count_all(self) -> IndexCounts:
        """How many entries the engine holds."""
        held = self._held()
        return IndexCounts(len(held.vectors), len(held.texts))

    def count_facets(self) -> dict[str, dict[str, int]]:
        """How many searchable chunks have each group, source status, block type and section."""
        return self._held().vectors.count_facets()

    def count_matching(self, where: SearchFilter) -> int:
        """How many chunks pass `where`, with or without a vector."""
        return self._held().texts.count_matching(where)

    def _held(self) -> IndexPair:
        held = self._follower.current()
        if held is None:
            raise IndexNotReady(
                f"The search index is not ready: {self._follower.detail}.",
                hint="It reads the stored chunks by itself; try again in a few seconds.",
            )
        return held
