from datetime import date
from typing import Any

import numpy as np
import pytest

from ragstudio.inference.base import Embedder, Reranker
from ragstudio.records import SourceMetadata, SourceStatus
from ragstudio.retrieval.evidence import FEATURES, EvidenceModel
from ragstudio.retrieval.request import SearchRequest
from ragstudio.retrieval.rerank import sigmoid
from ragstudio.retrieval.response import ClarifyStatus, Decision, SearchResponse
from ragstudio.search.base import SearchEngine
from ragstudio.search.factory import build_engine
from ragstudio.settings import Settings
from ragstudio.storage.client import Database
from tests.retrieval.asking import PASSAGES, QUESTION, ask, read_contents
from tests.retrieval.conftest import Opener
from tests.retrieval.shelf import Shelf


def test_vector_mode_gives_half_of_one_plus_cosine_in_cosine_order(
    shelf: Shelf, open_retriever: Opener, embedder: Embedder
) -> None:
    shelf.put("handbook.md", PASSAGES)
    response = ask(open_retriever(), mode="vector", limit=5)
    cosines = embedder.embed(PASSAGES) @ embedder.embed([QUESTION])[0]
    expected = [PASSAGES[place] for place in np.argsort(-cosines)]
    assert read_contents(response) == expected
    for hit in response.results:
        cosine = cosines[PASSAGES.index(hit.content)]
        assert hit.scores.vector == pytest.approx((1 + cosine) / 2, abs=1e-4)
        assert (hit.scores.text, hit.scores.fused, hit.scores.reranker) == (None, None, None)
    assert [hit.ranks.vector for hit in response.results] == [1, 2, 3, 4, 5]
    assert response.decision is Decision.ANSWER
    pipeline = response.pipeline
    assert (pipeline.reranker, pipeline.top_score, pipeline.minimum_score) == (None, None, None)
    assert pipeline.clarify_status is ClarifyStatus.NOT_APPLICABLE
    assert (pipeline.timings_ms.text, pipeline.timings_ms.rerank) == (None, None)


def test_hybrid_scores_are_the_rrf_sum_and_the_sigmoid_of_the_logit(
    shelf: Shelf, open_retriever: Opener, embedder: Embedder, reranker: Reranker
) -> None:
    shelf.put("handbook.md", PASSAGES)
    response = ask(open_retriever(), limit=5)
    assert len(response.results) == 5
    query_vector = embedder.embed([QUESTION])[0]
    for hit in response.results:
        ranks = [rank for rank in (hit.ranks.vector, hit.ranks.text) if rank is not None]
        assert hit.scores.fused == pytest.approx(sum(1 / (60 + rank) for rank in ranks), abs=1e-12)
        assert hit.scores.reranker_logit is not None
        assert hit.scores.reranker == pytest.approx(sigmoid(hit.scores.reranker_logit))
        cosine = float(embedder.embed([hit.content])[0] @ query_vector)
        logit = reranker.judge(QUESTION, [hit.content], [cosine])[0].order
        assert hit.scores.reranker_logit == pytest.approx(logit, abs=0.05)
        assert (hit.ranks.text is None) == (hit.scores.text is None)
    logits = [hit.scores.reranker_logit or 0.0 for hit in response.results]
    assert logits == sorted(logits, reverse=True)
    assert [hit.ranks.reranker for hit in response.results] == [1, 2, 3, 4, 5]
    assert response.results[0].content == PASSAGES[0]
    assert response.pipeline.top_score == response.results[0].scores.reranker
    assert response.pipeline.reranker is not None
    assert response.pipeline.reranker.name == reranker.info.name


@pytest.mark.parametrize("mode", ["vector", "hybrid"])
@pytest.mark.parametrize(("limit", "returned"), [(1, 1), (3, 3), (5, 5), (20, 5)])
def test_never_more_than_limit_and_never_fewer_than_there_are(
    shelf: Shelf, open_retriever: Opener, mode: str, limit: int, returned: int
) -> None:
    shelf.put("handbook.md", PASSAGES)
    assert len(ask(open_retriever(), mode=mode, limit=limit).results) == returned


def test_candidates_below_the_limit_do_not_shorten_the_answer(
    shelf: Shelf, open_retriever: Opener
) -> None:
    shelf.put("handbook.md", PASSAGES)
    response = ask(open_retriever(), candidates=1, limit=4)
    assert len(response.results) == 4
    assert response.pipeline.vector_candidates == 4


def test_candidates_of_request_and_setting_bound_each_branch(
    shelf: Shelf, open_retriever: Opener
) -> None:
    shelf.put("handbook.md", PASSAGES)
    retriever = open_retriever(settings={"candidates": 2})
    assert ask(retriever, limit=1).pipeline.vector_candidates == 2
    assert ask(retriever, limit=1, candidates=3).pipeline.vector_candidates == 3


def test_a_passage_only_one_branch_found_has_no_score_of_the_other(
    shelf: Shelf, open_retriever: Opener
) -> None:
    shelf.put("handbook.md", ["Code QX-77 opens the shed.", *PASSAGES])
    response = ask(
        open_retriever(), "annual leave entitlement, see QX-77", limit=2, candidates=1, explain=True
    )
    assert response.stages is not None
    by_stage = {stage.name.value: stage.candidates for stage in response.stages}
    assert len(by_stage["vector"]) == len(by_stage["text"]) == 2
    for hit in response.results:
        assert (hit.scores.vector is None) == (hit.ranks.vector is None)
        assert (hit.scores.text is None) == (hit.ranks.text is None)
    outcomes = {candidate.outcome.value for candidate in by_stage["fused"]}
    assert len(by_stage["reranker"]) == 2
    assert outcomes <= {"returned", "not_reranked"}
    assert len(by_stage["fused"]) == 2 + sum(
        candidate.outcome.value == "not_reranked" for candidate in by_stage["fused"]
    )


def put_versions(shelf: Shelf) -> None:
    shelf.put(
        "leave-2024.md",
        ["Every employee is entitled to 20 working days of annual leave a year."],
        source=SourceMetadata(
            status=SourceStatus.SUPERSEDED,
            effective_date=date(2024, 1, 1),
            superseded_date=date(2026, 1, 1),
        ),
    )
    shelf.put("leave-2026.md", PASSAGES[:1], source=SourceMetadata(effective_date=date(2026, 1, 1)))
    shelf.put(
        "leave-2027.md",
        ["Every employee is entitled to 30 working days of annual leave a year."],
        source=SourceMetadata(effective_date=date(2027, 1, 1)),
    )


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ({}, {"leave-2026.md"}),
        ({"include_superseded": True}, {"leave-2024.md", "leave-2026.md", "leave-2027.md"}),
        ({"as_of": "2025-06-01"}, {"leave-2024.md"}),
        ({"as_of": "2027-06-01"}, {"leave-2026.md", "leave-2027.md"}),
        ({"mode": "vector"}, {"leave-2024.md", "leave-2026.md", "leave-2027.md"}),
        ({"mode": "vector", "as_of": "2025-06-01"}, {"leave-2024.md"}),
        ({"mode": "vector", "filters": {"source_status": ["superseded"]}}, {"leave-2024.md"}),
    ],
)
def test_versions(
    shelf: Shelf, open_retriever: Opener, body: dict[str, Any], found: set[str]
) -> None:
    put_versions(shelf)
    assert {hit.filename for hit in ask(open_retriever(), **body).results} == found


def test_the_trace_names_what_the_filter_kept_out(shelf: Shelf, open_retriever: Opener) -> None:
    put_versions(shelf)
    response = ask(open_retriever(), explain=True)
    assert response.stages is not None
    assert [stage.name.value for stage in response.stages] == [
        "vector", "text", "fused", "reranker",
    ]  # fmt: skip
    vector = [(x.filename, x.rank, x.outcome.value) for x in response.stages[0].candidates]
    assert vector[0] == ("leave-2026.md", 1, "returned")
    assert sorted(vector[1:]) == [
        ("leave-2024.md", None, "filtered"), ("leave-2027.md", None, "filtered"),
    ]  # fmt: skip
    assert {x.filename for x in response.stages[2].candidates} == {"leave-2026.md"}
    assert response.pipeline.filters == {"in_force_on": "2026-08-01"}


def test_without_explain_there_is_no_trace(shelf: Shelf, open_retriever: Opener) -> None:
    shelf.put("handbook.md", PASSAGES)
    response = ask(open_retriever())
    assert response.stages is None
    assert "stages" not in response.model_dump()


def test_outcomes_follow_limit_and_threshold(shelf: Shelf, open_retriever: Opener) -> None:
    shelf.put("handbook.md", PASSAGES)
    everything = ask(open_retriever(), limit=5)
    scores = [hit.scores.reranker or 0.0 for hit in everything.results]
    assert scores[1] > scores[2]
    response = ask(open_retriever(), limit=1, minimum_score=scores[1], explain=True)
    assert response.stages is not None
    outcomes = [candidate.outcome.value for candidate in response.stages[-1].candidates]
    assert outcomes == [
        "returned", "beyond_limit", "below_threshold", "below_threshold", "below_threshold",
    ]  # fmt: skip
    assert len(response.results) == 1
    vector = ask(open_retriever(), mode="vector", limit=2, explain=True)
    assert vector.stages is not None
    assert [stage.name.value for stage in vector.stages] == ["vector"]
    assert [x.outcome.value for x in vector.stages[0].candidates] == (
        ["returned"] * 2 + ["beyond_limit"] * 3
    )


def test_abstains_below_the_threshold_and_says_why(shelf: Shelf, open_retriever: Opener) -> None:
    shelf.put("handbook.md", PASSAGES, section="Kitchen")
    response = ask(open_retriever(threshold=0.99), "Who painted the Mona Lisa?", explain=True)
    assert response.decision is Decision.ABSTAIN
    assert response.results == []
    assert response.pipeline.minimum_score == 0.99
    assert response.pipeline.top_score is not None
    assert response.pipeline.top_score < 0.99
    assert "calibrated for this reranker" in response.message
    assert "handbook.md, Kitchen" in response.message
    assert f"{response.pipeline.top_score:.6g}" in response.message
    for word in ("%", "confiden", "percent"):
        assert word not in response.message
    assert response.stages is not None
    assert {x.outcome.value for x in response.stages[-1].candidates} == {"below_threshold"}


def test_the_threshold_of_request_then_setting_then_reranker_applies(
    shelf: Shelf, open_retriever: Opener
) -> None:
    shelf.put("handbook.md", PASSAGES)
    retriever = open_retriever(threshold=0.9, settings={"minimum_score": 0.2})
    assert ask(retriever).pipeline.minimum_score == 0.2
    assert ask(retriever, minimum_score=0.0).pipeline.minimum_score == 0.0
    assert ask(open_retriever(threshold=0.9)).pipeline.minimum_score == 0.9


def test_a_reranker_without_a_threshold_refuses_nothing_and_warns(
    shelf: Shelf, open_retriever: Opener, reranker: Reranker
) -> None:
    shelf.put("handbook.md", PASSAGES)
    response = ask(open_retriever(threshold=None), "Who painted the Mona Lisa?")
    assert response.decision is Decision.ANSWER
    assert response.pipeline.minimum_score is None
    assert len(response.results) == 5
    assert [reranker.info.name in warning for warning in response.warnings] == [True]


def build_model(weak_from: float) -> EvidenceModel:
    """Half a probability for everything."""
    size = len(FEATURES)
    return EvidenceModel([0.0] * size, [1.0] * size, [0.0] * size, 0.0, weak_from, 0.9)


def test_without_a_threshold_the_evidence_decides(shelf: Shelf, open_retriever: Opener) -> None:
    shelf.put("handbook.md", PASSAGES)
    question = "Who painted the Mona Lisa?"
    weak = ask(open_retriever(threshold=None, evidence_model=build_model(0.4)), question)
    assert (weak.decision, weak.warnings) == (Decision.ANSWER, [])
    assert weak.message.startswith("Weak evidence (probability 0.5)")
    assert weak.evidence is not None
    assert (weak.evidence.band.value, weak.evidence.decides) == ("weak", True)
    assert weak.missing_terms == ["Mona", "Lisa"]
    assert "No passage holds Mona, Lisa." in weak.message
    none = ask(
        open_retriever(threshold=None, evidence_model=build_model(0.6)), question, explain=True
    )
    assert (none.decision, none.results) == (Decision.ABSTAIN, [])
    assert none.message.startswith("No evidence (probability 0.5;")
    assert none.missing_terms == ["Mona", "Lisa"]
    assert none.stages is not None
    assert {x.outcome.value for x in none.stages[-1].candidates} == {"below_threshold"}


def test_a_minimum_score_decides_in_place_of_the_evidence(
    shelf: Shelf, open_retriever: Opener
) -> None:
    shelf.put("handbook.md", PASSAGES)
    retriever = open_retriever(threshold=None, evidence_model=build_model(0.6))
    response = ask(retriever, "Who painted the Mona Lisa?", minimum_score=0.0)
    assert (response.decision, len(response.results)) == (Decision.ANSWER, 5)
    assert response.evidence is not None
    assert (response.evidence.band.value, response.evidence.decides) == ("none", False)
    assert response.pipeline.minimum_score == 0.0


@pytest.mark.parametrize("question", [">>>", "((((", "\U0001f600 ?"])
def test_a_question_without_a_word_is_refused(
    shelf: Shelf, open_retriever: Opener, question: str
) -> None:
    shelf.put("handbook.md", PASSAGES)
    response = ask(open_retriever(), question)
    assert (response.decision, response.results) == (Decision.ABSTAIN, [])
    assert "no word" in response.message


def test_passages_that_the_reranker_read_in_part_are_counted(
    shelf: Shelf, open_retriever: Opener
) -> None:
    shelf.put("handbook.md", [*PASSAGES, "Annual leave is granted in spring. " * 60])
    assert any(
        "read 1 passage of 6 in part" in warning for warning in ask(open_retriever()).warnings
    )


def test_without_a_reranker_the_fused_order_stands_and_nothing_is_refused(
    shelf: Shelf, open_retriever: Opener
) -> None:
    shelf.put("handbook.md", PASSAGES)
    response = ask(open_retriever(reranker=None, threshold=0.9), minimum_score=0.9, limit=5)
    assert response.decision is Decision.ANSWER
    assert [hit.ranks.fused for hit in response.results] == [1, 2, 3, 4, 5]
    assert all(hit.scores.reranker is None for hit in response.results)
    pipeline = response.pipeline
    assert (pipeline.reranker, pipeline.top_score, pipeline.minimum_score) == (None, None, None)
    assert pipeline.reranked_candidates == 0
    assert "No reranker is loaded" in response.warnings[0]


def summarise(response: SearchResponse) -> list[tuple[Any, ...]]:
    return [(hit.id, hit.scores, hit.ranks, hit.highlights) for hit in response.results]


@pytest.mark.parametrize("mode", ["vector", "hybrid"])
def test_the_same_question_gives_the_same_list_also_after_a_restart(
    shelf: Shelf,
    open_retriever: Opener,
    database: Database,
    engine: SearchEngine,
    embedder: Embedder,
    mode: str,
) -> None:
    # Equal passages tie in every score, so only a total order keeps them in place.
    shelf.put("one.md", PASSAGES[:2] * 3)
    shelf.put("two.md", PASSAGES[:2] * 3)
    first = summarise(ask(open_retriever(), mode=mode))
    assert len(first) == 6
    retriever = open_retriever()
    for _ in range(50 if mode == "vector" else 15):
        assert summarise(ask(retriever, mode=mode)) == first
    engine.stop()
    restarted = build_engine(Settings(_env_file=None), database, embedder.space)
    restarted.start()
    try:
        assert summarise(ask(open_retriever(engine=restarted), mode=mode)) == first
    finally:
        restarted.stop()


def test_compare_answers_in_both_modes_like_two_searches(
    shelf: Shelf, open_retriever: Opener
) -> None:
    put_versions(shelf)
    retriever = open_retriever()
    both = retriever.compare(SearchRequest(query=QUESTION, limit=2))
    assert summarise(both.vector) == summarise(ask(retriever, mode="vector", limit=2))
    assert summarise(both.hybrid) == summarise(ask(retriever, mode="hybrid", limit=2))
    assert both.vector.pipeline.timings_ms.embed == both.hybrid.pipeline.timings_ms.embed
    assert both.vector.pipeline.timings_ms.total >= both.vector.pipeline.timings_ms.embed


def test_hits_carry_source_and_highlights(shelf: Shelf, open_retriever: Opener) -> None:
    source = SourceMetadata(record_id="SEC-104", owner="Security", effective_date=date(2026, 1, 1))
    shelf.put("security.md", PASSAGES[2:3], source=source, group="policies", section="Theft")
    hit = ask(open_retriever(), "What does sec-104 say of stolen laptops?").results[0]
    assert hit.source == source
    assert (hit.filename, hit.group, hit.section) == ("security.md", "policies", "Theft")
    assert [hit.content[start:end] for start, end in hit.highlights] == [
        "stolen", "laptop", "SEC-104",
    ]  # fmt: skip


def test_what_has_no_effect_is_warned_about(shelf: Shelf, open_retriever: Opener) -> None:
    shelf.put("handbook.md", PASSAGES)
    retriever = open_retriever()
    assert "minimum_score" in ask(retriever, mode="vector", minimum_score=0.5).warnings[0]
    warnings = ask(retriever, filters={"source_status": ["superseded"]}).warnings
    assert "include_superseded" in warnings[0]
    long = "leave " * 330
    assert "tokens" in ask(retriever, long.strip()).warnings[0]
    assert ask(retriever).warnings == []
