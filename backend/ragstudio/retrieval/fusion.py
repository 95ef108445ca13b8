"""Reciprocal rank fusion: one order out of several."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FusedCandidate:
    """A chunk with its fused score (greater than 0) and its rank in each branch, from 1.

    `ranks` has one entry a branch, in the order the branches were given; None where the branch
    did not find the chunk.
    """

    chunk_id: str
    score: float
    ranks: tuple[int | None, ...]


def reciprocal_rank_fusion(branches: Sequence[Sequence[str]], k: int = 60) -> list[FusedCandidate]:
    """Fuse ranked lists of chunk ids: score = Σ 1 / (k + rank), rank from 1.

    A branch without the chunk adds nothing; a chunk repeated inside a branch counts once, where
    it stands first, and those behind it move up. The order is total: score descending, then best
    rank, then chunk id.

    Source: Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and
    individual Rank Learning Methods", SIGIR 2009.

    Raises `ValueError` if `k` is below 1.
    """
    if k < 1:
        raise ValueError(f"k of reciprocal rank fusion must be at least 1, not {k}")
    ranked = [
        {chunk_id: rank for rank, chunk_id in enumerate(dict.fromkeys(branch), start=1)}
        for branch in branches
    ]
    fused = []
    for chunk_id in dict.fromkeys(chunk_id for branch in ranked for chunk_id in branch):
        ranks = tuple(branch.get(chunk_id) for branch in ranked)
        score = sum(1.0 / (k + rank) for rank in sorted(rank for rank in ranks if rank is not None))
        fused.append(FusedCandidate(chunk_id, score, ranks))
    return sorted(fused, key=_order)


def _order(candidate: FusedCandidate) -> tuple[float, int, str]:
    best_rank = min(rank for rank in candidate.ranks if rank is not None)
    return -candidate.score, best_rank, candidate.chunk_id
