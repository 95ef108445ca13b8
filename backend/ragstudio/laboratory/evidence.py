"""Whether the chunks hold the evidence an answer needs, and whether a search finds it."""

from collections.abc import Sequence

from ragstudio.inference.base import Embedder, Reranker
from ragstudio.laboratory.facts import find_held, find_missing
from ragstudio.laboratory.memory import MemoryCorpus
from ragstudio.laboratory.report import (
    FactEvidence,
    LaboratoryResult,
    LaboratorySearch,
    SideEvidence,
)
from ragstudio.laboratory.request import EvidenceCheck
from ragstudio.laboratory.trial import Trial
from ragstudio.retrieval.path import Retriever
from ragstudio.retrieval.request import SearchRequest
from ragstudio.settings import Settings

TEXT_ENGINE = "BM25 in memory"


def check_evidence(
    check: EvidenceCheck,
    trial: Trial,
    search: LaboratorySearch | None,
) -> SideEvidence:
    """Where each fact stands whole, and what the search found of it."""
    facts = [_check_fact(place, fact, trial, search) for place, fact in enumerate(check.facts)]
    return SideEvidence(facts=facts, search=search)


def search_trial(
    check: EvidenceCheck,
    trial: Trial,
    embedder: Embedder,
    reranker: Reranker | None,
    settings: Settings,
) -> LaboratorySearch | None:
    """Ask the question over the chunks, by the studio's own path; None without a question.

    The threshold is left aside: what is asked is where the evidence ranks.
    """
    if check.question is None:
        return None
    corpus = MemoryCorpus(trial, embedder)
    try:
        answer = Retriever(
            corpus=corpus,
            engine=corpus,
            embedder=embedder,
            reranker=reranker,
            settings=settings,
            threshold_for=lambda name: None,
        ).search(SearchRequest(query=check.question, limit=check.limit, minimum_score=0.0))
    finally:
        corpus.stop()
    results = [
        LaboratoryResult(
            rank=rank,
            chunk_index=hit.chunk_index,
            content=hit.content,
            char_start=hit.char_start,
            char_end=hit.char_end,
            scores=hit.scores,
            facts=find_held(check.facts, hit.content),
        )
        for rank, hit in enumerate(answer.results, start=1)
    ]
    found = {place for result in results for place in result.facts}
    return LaboratorySearch(
        question=check.question,
        limit=check.limit,
        results=results,
        holds_every_fact=len(found) == len(check.facts) if check.facts else None,
        embedder=embedder.info.name,
        text_engine=TEXT_ENGINE,
        reranker=reranker.info.name if reranker else None,
    )


def _check_fact(
    place: int, fact: Sequence[str], trial: Trial, search: LaboratorySearch | None
) -> FactEvidence:
    missing = [find_missing(fact, content) for content in trial.contents]
    holders = [index for index, lacking in enumerate(missing) if not lacking]
    nearest = None
    if not holders and missing:
        fewest = min(range(len(missing)), key=lambda index: len(missing[index]))
        nearest = fewest if len(missing[fewest]) < len(fact) else None
    return FactEvidence(
        values=list(fact),
        chunks=holders,
        nearest=nearest,
        missing=[] if holders else (list(fact) if nearest is None else missing[nearest]),
        found=any(place in result.facts for result in search.results) if search else None,
    )
