"""The middle of hybrid mode: fuse, rerank, apply the threshold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from ragstudio.inference.base import Embedder, Judgement, Reranker
from ragstudio.retrieval.candidates import BranchQuery, LiveCandidates
from ragstudio.retrieval.corpus import Passage
from ragstudio.retrieval.decision import Threshold, count_accepted
from ragstudio.retrieval.evidence import (
    EvidenceModel,
    JudgedPassage,
    describe_place,
    measure_evidence,
)
from ragstudio.retrieval.fusion import reciprocal_rank_fusion
from ragstudio.retrieval.ranking import (
    FusedBranches,
    RankedPassage,
    rank_by_fusion,
    rank_by_reranker,
)
from ragstudio.retrieval.rerank import RerankedCandidate, order_by_logit
from ragstudio.retrieval.response import Evidence
from ragstudio.search.base import Vector


@dataclass(frozen=True, slots=True)
class HybridRanking:
    """All fused candidates in their final order, and the figures of the stages.

    `reranked` of them were scored, `cut` of these in part, and `accepted` may be returned: by the
    threshold `minimum` or, without one, by the `evidence`, which is None where no model was fitted.
    Times are in milliseconds; `rerank_ms` is None without a reranker.
    """

    ranked: Sequence[RankedPassage]
    reranked: int
    accepted: int
    minimum: Threshold
    fuse_ms: float
    rerank_ms: float | None
    evidence: Evidence | None = None
    cut: int = 0


@dataclass(frozen=True, slots=True)
class HybridRanker:
    """Fusion with constant `rrf_k`, then the reranker, if there is one, over the best of it.

    `evidence_model` weighs what the reranker found; None refuses by a threshold alone.
    """

    embedder: Embedder
    reranker: Reranker | None
    rrf_k: int
    evidence_model: EvidenceModel | None = None

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
        cosines = self._compute_cosines(query, passages)
        judged = self._judge(self.reranker, query, passages, cosines)
        reranked = order_by_logit(chosen, judged)
        ranks = {candidate.chunk_id: candidate.ranks for candidate in fused}
        evidence = self._weigh(query.text, reranked, live, ranks)
        if evidence is not None and minimum.value is not None:
            evidence = evidence.model_copy(update={"decides": False})
        accepted = count_accepted(reranked, minimum, evidence)
        return HybridRanking(
            rank_by_reranker(branches, reranked, accepted, limit),
            len(reranked),
            accepted,
            minimum,
            fuse_ms,
            (perf_counter() - started) * 1000,
            evidence,
            sum(judgement.is_cut for judgement in judged),
        )

    def _judge(
        self,
        reranker: Reranker,
        query: BranchQuery,
        passages: Sequence[Passage],
        cosines: Sequence[float],
    ) -> list[Judgement]:
        if not passages or query.text is None:
            return []
        return reranker.judge(query.text, [passage.chunk.content for passage in passages], cosines)

    def _weigh(
        self,
        question: str | None,
        reranked: Sequence[RerankedCandidate],
        live: LiveCandidates,
        ranks: Mapping[str, tuple[int | None, ...]],
    ) -> Evidence | None:
        """What the evidence model says; `ranks` has each chunk's rank in both branches."""
        if self.evidence_model is None or question is None or not reranked:
            return None
        passages = []
        for candidate in reranked:
            chunk = live.passages[candidate.chunk_id].chunk
            vector_rank, text_rank = ranks[candidate.chunk_id]
            passages.append(
                JudgedPassage(
                    content=chunk.content,
                    heading=describe_place(chunk),
                    order=candidate.logit,
                    evidence=candidate.evidence,
                    vector_rank=vector_rank,
                    text_rank=text_rank,
                )
            )
        return self.evidence_model.weigh(measure_evidence(question, passages))

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
