"""Every candidate of every stage, with what became of it."""

from collections.abc import Mapping, Sequence

from ragstudio.retrieval.corpus import Passage
from ragstudio.retrieval.ranking import RankedPassage, scale_cosine
from ragstudio.retrieval.response import Outcome, StageName, TracedCandidate, TracedStage
from ragstudio.search.base import Candidate


def trace_stages(
    ranked: Sequence[RankedPassage],
    stages: Sequence[StageName],
    passages: Mapping[str, Passage],
    filtered: Mapping[StageName, Sequence[Candidate]],
) -> list[TracedStage]:
    """The stages a search had, each with its candidates in that stage's own order.

    `filtered` holds the candidates a branch would have had without the filter; they stand last in
    their branch, without a rank.
    """
    return [
        TracedStage(
            name=stage,
            candidates=[
                *_trace_ranked(stage, ranked, passages),
                *_trace_filtered(stage, filtered.get(stage, ()), passages),
            ],
        )
        for stage in stages
    ]


def _trace_ranked(
    stage: StageName, ranked: Sequence[RankedPassage], passages: Mapping[str, Passage]
) -> list[TracedCandidate]:
    placed = [
        (rank, passage)
        for passage in ranked
        if (rank := getattr(passage.ranks, stage.value)) is not None
    ]
    return [
        _describe(
            passages[passage.chunk_id], rank, getattr(passage.scores, stage.value), passage.outcome
        )
        for rank, passage in sorted(placed, key=lambda entry: entry[0])
    ]


def _trace_filtered(
    stage: StageName, filtered: Sequence[Candidate], passages: Mapping[str, Passage]
) -> list[TracedCandidate]:
    return [
        _describe(
            passages[candidate.chunk_id],
            None,
            scale_cosine(candidate.score) if stage is StageName.VECTOR else candidate.score,
            Outcome.FILTERED,
        )
        for candidate in filtered
    ]


def _describe(
    passage: Passage, rank: int | None, score: float | None, outcome: Outcome
) -> TracedCandidate:
    chunk = passage.chunk
    return TracedCandidate(
        id=chunk.id,
        document_id=chunk.document_id,
        filename=chunk.filename,
        group=chunk.group,
        chunk_index=chunk.chunk_index,
        section=chunk.section,
        rank=rank,
        score=score,
        outcome=outcome,
    )
