"""From the branches' candidates to one order, every score and rank kept."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ragstudio.retrieval.fusion import FusedCandidate
from ragstudio.retrieval.rerank import RerankedCandidate
from ragstudio.retrieval.response import Outcome, Ranks, Scores
from ragstudio.search.base import Candidate


@dataclass(frozen=True, slots=True)
class RankedPassage:
    """A candidate with every score and rank it got, and what became of it."""

    chunk_id: str
    scores: Scores
    ranks: Ranks
    outcome: Outcome


def scale_cosine(cosine: float) -> float:
    """(1 + cosine) / 2: 0 for opposite vectors, 1 for equal ones, as `$vectorSearch` reports it."""
    return (1.0 + cosine) / 2.0


def rank_by_similarity(nearest: Sequence[Candidate], limit: int) -> list[RankedPassage]:
    """The vector branch's order; the first `limit` are returned."""
    return [
        RankedPassage(
            candidate.chunk_id,
            Scores(vector=scale_cosine(candidate.score)),
            Ranks(vector=rank),
            Outcome.RETURNED if rank <= limit else Outcome.BEYOND_LIMIT,
        )
        for rank, candidate in enumerate(nearest, start=1)
    ]


@dataclass(frozen=True, slots=True)
class FusedBranches:
    """Both branches, best first, and their fusion in order (vector branch first, then text)."""

    nearest: Sequence[Candidate]
    matching: Sequence[Candidate]
    fused: Sequence[FusedCandidate]


def rank_by_fusion(branches: FusedBranches, limit: int) -> list[RankedPassage]:
    """The fused order, for want of a reranker; the first `limit` are returned."""
    described = _describe(branches, ())
    return [
        described(candidate.chunk_id, Outcome.RETURNED if rank <= limit else Outcome.BEYOND_LIMIT)
        for rank, candidate in enumerate(branches.fused, start=1)
    ]


def rank_by_reranker(
    branches: FusedBranches, reranked: Sequence[RerankedCandidate], accepted: int, limit: int
) -> list[RankedPassage]:
    """The reranker's order, then the fused candidates it was not given.

    The first `accepted` reach the threshold; the first `limit` of these are returned.
    """
    described = _describe(branches, reranked)
    ranked = []
    for rank, candidate in enumerate(reranked, start=1):
        if rank > accepted:
            outcome = Outcome.BELOW_THRESHOLD
        else:
            outcome = Outcome.RETURNED if rank <= limit else Outcome.BEYOND_LIMIT
        ranked.append(described(candidate.chunk_id, outcome))
    scored = {candidate.chunk_id for candidate in reranked}
    ranked.extend(
        described(candidate.chunk_id, Outcome.NOT_RERANKED)
        for candidate in branches.fused
        if candidate.chunk_id not in scored
    )
    return ranked


def _describe(
    branches: FusedBranches, reranked: Sequence[RerankedCandidate]
) -> Callable[[str, Outcome], RankedPassage]:
    cosines = {found.chunk_id: found.score for found in branches.nearest}
    matches = {found.chunk_id: found.score for found in branches.matching}
    fused = {found.chunk_id: (rank, found) for rank, found in enumerate(branches.fused, start=1)}
    scored = {found.chunk_id: (rank, found) for rank, found in enumerate(reranked, start=1)}

    def describe(chunk_id: str, outcome: Outcome) -> RankedPassage:
        fused_rank, candidate = fused[chunk_id]
        reranker_rank, judged = scored.get(chunk_id, (None, None))
        vector_rank, text_rank = candidate.ranks
        cosine = cosines.get(chunk_id)
        return RankedPassage(
            chunk_id,
            Scores(
                vector=None if cosine is None else scale_cosine(cosine),
                text=matches.get(chunk_id),
                fused=candidate.score,
                reranker=judged.score if judged else None,
                reranker_logit=judged.logit if judged else None,
                evidence_logit=judged.evidence if judged else None,
            ),
            Ranks(vector=vector_rank, text=text_rank, fused=fused_rank, reranker=reranker_rank),
            outcome,
        )

    return describe
