"""Putting the answer together from what the stages found."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ragstudio.retrieval.candidates import LiveCandidates
from ragstudio.retrieval.clarify.consultation import NO_GATE, Consultation
from ragstudio.retrieval.controlling import find_controlling
from ragstudio.retrieval.decision import (
    BestPassage,
    Conclusion,
    conclude_by_evidence,
    conclude_by_similarity,
    conclude_by_threshold,
    conclude_without_candidates,
    conclude_without_words,
    has_words,
)
from ragstudio.retrieval.evidence import LEADING, describe_place, find_missing_terms
from ragstudio.retrieval.hits import build_hit
from ragstudio.retrieval.hybrid import HybridRanking
from ragstudio.retrieval.parents import ParentText
from ragstudio.retrieval.ranking import RankedPassage
from ragstudio.retrieval.request import SearchRequest, lift_filter
from ragstudio.retrieval.response import (
    ClarifyStatus,
    Decision,
    Outcome,
    Pipeline,
    RerankerIdentity,
    SearchResponse,
    StageName,
    Timings,
    TracedStage,
)
from ragstudio.retrieval.trace import trace_stages
from ragstudio.search.base import SearchEngine, SearchFilter, describe_filter


@dataclass(frozen=True, slots=True)
class Findings:
    """What one search found: the candidates, their final order, and how hybrid mode got it.

    `hybrid` is None in vector mode; `filtered` is None unless the request asked to explain.
    `parents` are what is shown in place of chunks that belong to a larger section, by chunk id.
    """

    live: LiveCandidates
    ranked: Sequence[RankedPassage]
    hybrid: HybridRanking | None
    filtered: LiveCandidates | None
    parents: Mapping[str, ParentText] = field(default_factory=dict)
    asked: Consultation = NO_GATE

    @property
    def returned(self) -> list[RankedPassage]:
        """The passages to return, best first."""
        return [passage for passage in self.ranked if passage.outcome is Outcome.RETURNED]


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What a response says beside the findings. Times are in milliseconds."""

    reranker: RerankerIdentity | None
    warnings: list[str]
    embed_ms: float
    total_ms: float


def conclude(
    query: str, findings: Findings, engine: SearchEngine, missing: Sequence[str] = ()
) -> Conclusion:
    """Answer, abstain or ask back, and why; `missing` are terms that no passage holds."""
    if findings.asked.decision.clarification is not None:
        return Conclusion(Decision.CLARIFY, findings.asked.decision.reason)
    if not findings.ranked:
        if not has_words(query):
            return conclude_without_words()
        where = findings.live.where
        return conclude_without_candidates(
            engine.count_matching(lift_filter(where)), engine.count_matching(where)
        )
    leader = findings.ranked[0]
    chunk = findings.live.passages[leader.chunk_id].chunk
    best = BestPassage(chunk.filename, chunk.section, leader.scores.reranker)
    returned = len(findings.returned)
    if findings.hybrid is None:
        return conclude_by_similarity(returned, best)
    hybrid = findings.hybrid
    if hybrid.evidence is not None and hybrid.evidence.decides:
        return conclude_by_evidence(returned, hybrid.evidence, missing, best)
    merged = sum(passage.outcome is Outcome.MERGED for passage in findings.ranked)
    return conclude_by_threshold(returned, hybrid.accepted - merged, hybrid.minimum, best, missing)


def list_missing_terms(query: str, findings: Findings) -> list[str]:
    """The names, numbers and identifiers of the question that no returned passage holds.

    Where none is returned, those of the first that would have been count.
    """
    if findings.hybrid is None:
        return []
    shown = findings.returned or findings.ranked[:LEADING]
    texts = []
    for passage in shown:
        chunk = findings.live.passages[passage.chunk_id].chunk
        parent = findings.parents.get(passage.chunk_id)
        texts.append((describe_place(chunk), parent.content if parent else chunk.content))
    return find_missing_terms(query, texts)


def build_response(
    request: SearchRequest, findings: Findings, engine: SearchEngine, about: Circumstances
) -> SearchResponse:
    """The answer as the contract has it."""
    live = findings.live
    missing = list_missing_terms(request.query, findings)
    conclusion = conclude(request.query, findings, engine, missing)
    return SearchResponse(
        query=request.query,
        mode=request.mode,
        decision=conclusion.decision,
        message=conclusion.message,
        evidence=findings.hybrid.evidence if findings.hybrid else None,
        missing_terms=missing,
        clarification=findings.asked.decision.clarification,
        controlling=find_controlling(
            [live.passages[passage.chunk_id].chunk for passage in findings.returned], live.sources
        ),
        results=[
            build_hit(
                request.query,
                ranked,
                passage := live.passages[ranked.chunk_id],
                live.sources[passage.chunk.document_id],
                findings.parents.get(ranked.chunk_id),
            )
            for ranked in findings.returned
        ],
        pipeline=_describe_pipeline(findings, engine.name, about),
        warnings=about.warnings,
        stages=_trace(findings),
    )


def _describe_pipeline(findings: Findings, engine: str, about: Circumstances) -> Pipeline:
    branches, hybrid = findings.live.branches, findings.hybrid
    leader = findings.ranked[0].scores if findings.ranked else None
    return Pipeline(
        filters=_describe_applied(findings.live.where),
        vector_candidates=len(branches.vector),
        text_candidates=len(branches.text) if hybrid else None,
        fused_candidates=len(hybrid.ranked) if hybrid else None,
        reranked_candidates=hybrid.reranked if hybrid else None,
        minimum_score=hybrid.minimum.value if hybrid and about.reranker else None,
        top_score=leader.reranker if leader else None,
        reranker=about.reranker,
        engine=engine,
        clarify_status=(findings.asked.decision.status if hybrid else ClarifyStatus.NOT_APPLICABLE),
        clarify_gate=findings.asked.gate,
        clarify_gates=list(findings.asked.reports),
        timings_ms=Timings(
            embed=about.embed_ms,
            vector=branches.vector_ms,
            text=branches.text_ms,
            fuse=hybrid.fuse_ms if hybrid else None,
            rerank=hybrid.rerank_ms if hybrid else None,
            clarify=findings.asked.spent_ms,
            total=about.total_ms,
        ),
    )


def _describe_applied(where: SearchFilter) -> dict[str, object]:
    """The filter as applied, without the documents that vanished while it was."""
    described = describe_filter(where)
    described.pop("excluded_document_ids", None)
    return described


def _trace(findings: Findings) -> list[TracedStage] | None:
    if findings.filtered is None:
        return None
    filtered = findings.filtered
    stages = [StageName.VECTOR]
    if findings.hybrid:
        stages = list(StageName) if findings.hybrid.reranked else list(StageName)[:-1]
    return trace_stages(
        findings.ranked,
        stages,
        {**filtered.passages, **findings.live.passages},
        {
            StageName.VECTOR: filtered.branches.vector,
            StageName.TEXT: filtered.branches.text,
        },
    )
