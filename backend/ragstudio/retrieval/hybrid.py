"""The middle of hybrid mode: fuse, rerank, apply the threshold."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from ragstudio.inference.base import Embedder, Reranker
from ragstudio.retrieval.candidates import BranchQuery, LiveCandidates
from ragstudio.retrieval.corpus import Passage
from ragstudio.retrieval.fusion import reciprocal_rank_fusion
from ragstudio.retrieval.ranking import (
    FusedBranches,
    RankedPassage,
    rank_by_fusion,
    rank_by_reranker,
)
from ragstudio.retrieval.rerank import order_by_logit
from ragstudio.retrieval.threshold import Threshold, count_accepted
from ragstudio.search.base import Vector


@dataclass(frozen=True, slots=True)
class HybridRanking:
    """All fused candidates in their final order, and the figures of the stages.

    `reranked` of them were scored and `accepted` reach the threshold `minimum`. Times are in
    milliseconds; `rerank_ms` is None without a reranker.
    """

    ranked: Sequence[RankedPassage]
    reranked: int
    accepted: int
    minimum: Threshold
    fuse_ms: float
    rerank_ms: float | None


@dataclass(frozen=True, slots=True)
class HybridRanker:
    """Fusion with constant `rrf_k`, then the reranker, if there is one, over the best of it."""

    embedder: Embedder
    reranker: Reranker | None
    rrf_k: int

    def rank(
        self, query: BranchQuery, live: LiveCandidates, pool: int, limit: int, minimum: Threshold
    ) -> HybridRanking:
        """Order the candidates; the first `pool` of the fused list are reranked.

        Without a reranker all candidates are accepted: there is no score to refuse them on.
        """
        started = perf_counter()
        nearest, matching = live.branches.vector, live.branches.text
        fused = reciprocal_rank_fusion(
            [[found.chunk_id for found in nearest], [found.chunk_id for found in matching]],
            self.rrf_k,
        )
        branches = FusedBranches(nearest, matching, fused)
        fuse_ms = (perf_counter() - started) * 1000
        if self.reranker is None:
            ranked = rank_by_fusion(branches, limit)
            return HybridRanking(ranked, 0, len(fused), minimum, fuse_ms, rerank_ms=None)
        started = perf_counter()
        chosen = [candidate.chunk_id for candidate in fused[:pool]]
        passages = [live.passages[chunk_id] for chunk_id in chosen]
        reranked = order_by_logit(chosen, self._score(self.reranker, query, passages))
        accepted = count_accepted(reranked, minimum)
        return HybridRanking(
            rank_by_reranker(branches, reranked, accepted, limit),
            len(reranked),
            accepted,
            minimum,
            fuse_ms,
            (perf_counter() - started) * 1000,
        )

    def _score(
        self, reranker: Reranker, query: BranchQuery, passages: Sequence[Passage]
    ) -> list[float]:
        if not passages or query.text is None:
            return []
        contents = [passage.chunk.content for passage in passages]
        return reranker.score(query.text, contents, self._compute_cosines(query, passages))

    def _compute_cosines(self, query: BranchQuery, passages: Sequence[Passage]) -> list[float]:
        """Cosines from the stored unit vectors, for every passage alike.

        The engine's own are left aside: they exist only for what the vector branch found, and the
        last digit of a matrix product depends on how many rows it has.
        """
        return [
            float(np.dot(self._read_vector(passage, query), query.vector)) for passage in passages
        ]

    def _read_vector(self, passage: Passage, query: BranchQuery) -> Vector:
        vector = passage.vector
        if vector is None or vector.shape != query.vector.shape:
            # Found by its text although an edit by hand took its vector.
            vector = self.embedder.embed([passage.chunk.content])[0]
        return vector
