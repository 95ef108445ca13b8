"""Answers made by hand, so that a verdict can be asserted without a corpus."""

from typing import Any

from ragstudio.evaluation.suites import Case, Suite
from ragstudio.records import BlockType, SourceMetadata
from ragstudio.retrieval.request import SearchMode
from ragstudio.retrieval.response import (
    Clarification,
    ClarifyStatus,
    Decision,
    Hit,
    Pipeline,
    Ranks,
    Scores,
    SearchResponse,
    Timings,
)


def build_hit(filename: str, content: str, group: str = "policies") -> Hit:
    return Hit(
        id=f"id-{filename}",
        document_id=f"document-{filename}",
        filename=filename,
        group=group,
        chunk_index=0,
        content=content,
        page=None,
        section="Heading",
        section_number="1",
        block_type=BlockType.TEXT,
        char_start=0,
        char_end=len(content),
        highlights=[],
        scores=Scores(vector=0.75, text=2.5, fused=0.03, reranker=0.9, reranker_logit=2.2),
        ranks=Ranks(vector=1, text=1, fused=1, reranker=1),
        source=SourceMetadata(),
    )


def build_response(
    *hits: Hit,
    decision: Decision = Decision.ANSWER,
    mode: SearchMode = SearchMode.HYBRID,
    clarify_status: ClarifyStatus = ClarifyStatus.NOT_CONFIGURED,
    clarification: Clarification | None = None,
    top_score: float | None = 0.9,
) -> SearchResponse:
    return SearchResponse(
        query="question",
        mode=mode,
        decision=decision,
        message="made by hand",
        clarification=clarification,
        results=list(hits),
        pipeline=Pipeline(
            filters={},
            vector_candidates=len(hits),
            minimum_score=0.15,
            top_score=top_score,
            engine="local",
            clarify_status=clarify_status,
            timings_ms=Timings(embed=1.0, vector=1.0, total=12.5),
        ),
    )


def build_case(behaviour: str, **fields: Any) -> Case:
    return Case.model_validate(
        {
            "id": "a-case",
            "question": "How many days?",
            "category": "direct_fact",
            "expected_behaviour": behaviour,
            "expected_sources": [],
            **fields,
        }
    )


def build_suite(*cases: Case, name: str = "a-suite", **fields: Any) -> Suite:
    return Suite.model_validate(
        {
            "name": name,
            "title": "A suite",
            "description": "Made by hand.",
            "groups": ["policies"],
            "cases": [case.model_dump() for case in cases],
            **fields,
        }
    )
