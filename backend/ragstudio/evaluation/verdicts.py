"""Whether an answer shows the behaviour a case expects."""

from collections.abc import Callable, Sequence
from enum import StrEnum

from pydantic import BaseModel, ConfigDict

from ragstudio.evaluation.facts import find_missing_values, holds_fact
from ragstudio.evaluation.suites import Behaviour, Case, CompetingSource, ExpectedSource
from ragstudio.retrieval.request import SearchMode
from ragstudio.retrieval.response import ClarifyStatus, Decision, Hit, SearchResponse


class VerdictCode(StrEnum):
    """The kind of result, for counting; `reason` says it in words."""

    PASSED = "passed"
    SOURCE_MISSING = "source_missing"
    FACT_MISSING = "fact_missing"
    OUTRANKED = "outranked"
    WRONGLY_REFUSED = "wrongly_refused"
    WRONGLY_ANSWERED = "wrongly_answered"
    NOT_CONFIGURED = "not_configured"
    NOT_APPLICABLE = "not_applicable"
    NOT_CLARIFIED = "not_clarified"


class Verdict(BaseModel):
    """The judgement on one case, without any text of a document.

    `source_ranks` has one entry for each expected source, in the case's order: the rank (from 1)
    of its first passage that holds one of its facts, None where there is none.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    passed: bool
    code: VerdictCode
    reason: str
    source_ranks: tuple[int | None, ...] = ()

    @property
    def first_relevant_rank(self) -> int | None:
        """The best of `source_ranks`."""
        return min((rank for rank in self.source_ranks if rank is not None), default=None)


Judgement = tuple[VerdictCode, str]


def judge(case: Case, response: SearchResponse) -> Verdict:
    """Compare an answer with what the case expects.

    Evidence counts, not a file's name: each fact of an expected source must stand, with all its
    values, in one returned passage of that source. Where a suite judges whole documents (a source
    without facts), any passage of it is evidence. One expected source is enough, except for
    `retrieve_multiple_sources`, which needs each. The `prefer_*` behaviours also need the first
    such passage to stand before any passage of a competing source.
    """
    code, reason = _JUDGES[case.expected_behaviour](case, response)
    ranks = tuple(_find_evidence(source, response.results) for source in case.expected_sources)
    return Verdict(passed=code is VerdictCode.PASSED, code=code, reason=reason, source_ranks=ranks)


def _judge_abstention(_: Case, response: SearchResponse) -> Judgement:
    if response.mode is SearchMode.VECTOR:
        return VerdictCode.WRONGLY_ANSWERED, "vector-only retrieval never abstains"
    if response.decision is Decision.ABSTAIN:
        return VerdictCode.PASSED, f"abstained{_describe_score(response)}"
    return VerdictCode.WRONGLY_ANSWERED, (
        f"decided {response.decision.value} instead of abstaining{_describe_score(response)}"
    )


def _judge_clarification(case: Case, response: SearchResponse) -> Judgement:
    status = response.pipeline.clarify_status
    if status is ClarifyStatus.NOT_APPLICABLE:
        return VerdictCode.NOT_APPLICABLE, "vector mode has no clarify gate"
    if status is ClarifyStatus.NOT_CONFIGURED:
        return VerdictCode.NOT_CONFIGURED, "not_configured: there is no clarify gate"
    if response.decision is not Decision.CLARIFY or response.clarification is None:
        return VerdictCode.NOT_CLARIFIED, f"decided {response.decision.value} without asking back"
    readings = {option.label.casefold() for option in response.clarification.options}
    if len(readings) < 2:
        return VerdictCode.NOT_CLARIFIED, "asked back with fewer than two different readings"
    offered = {name for option in response.clarification.options for name in option.passage_ids}
    passages = [hit for hit in response.results if hit.id in offered]
    missing = [
        source.filename
        for source in case.expected_sources
        if _find_evidence(source, passages) is None
    ]
    if missing:
        return VerdictCode.NOT_CLARIFIED, (
            f"asked back, but no option leads to the fact in {', '.join(missing)}"
        )
    gate = response.pipeline.clarify_gate
    by = f" by the {gate.value} gate" if gate else ""
    return VerdictCode.PASSED, f"asked back with {len(readings)} readings{by}"


def _judge_any_source(case: Case, response: SearchResponse) -> Judgement:
    if refused := _judge_refusal(response):
        return refused
    judgements = [_judge_source(source, response.results) for source in case.expected_sources]
    return min(judgements, key=lambda judgement: judgement[0] is not VerdictCode.PASSED)


def _judge_every_source(case: Case, response: SearchResponse) -> Judgement:
    if refused := _judge_refusal(response):
        return refused
    judgements = [_judge_source(source, response.results) for source in case.expected_sources]
    failures = [judgement for judgement in judgements if judgement[0] is not VerdictCode.PASSED]
    if failures:
        return failures[0][0], "; ".join(reason for _, reason in failures)
    return VerdictCode.PASSED, "; ".join(reason for _, reason in judgements)


def _judge_preference(case: Case, response: SearchResponse) -> Judgement:
    judgement = _judge_any_source(case, response)
    if judgement[0] is not VerdictCode.PASSED:
        return judgement
    evidence = min(
        rank
        for source in case.expected_sources
        if (rank := _find_evidence(source, response.results)) is not None
    )
    for competitor in case.competing_sources:
        ranks = _find_ranks(competitor, response.results)
        if ranks and ranks[0] < evidence:
            return VerdictCode.OUTRANKED, (
                f"{competitor.filename} stands at rank {ranks[0]}, before the evidence at rank "
                f"{evidence}"
            )
    return judgement


def _judge_refusal(response: SearchResponse) -> Judgement | None:
    if response.decision is Decision.ANSWER:
        return None
    return VerdictCode.WRONGLY_REFUSED, (
        f"decided {response.decision.value} although a source answers{_describe_score(response)}"
    )


def _judge_source(source: ExpectedSource, results: Sequence[Hit]) -> Judgement:
    ranks = _find_ranks(source, results)
    if not ranks:
        return VerdictCode.SOURCE_MISSING, f"no passage of {source.filename} was returned"
    if not source.facts:
        return VerdictCode.PASSED, f"{source.filename} was returned at rank {ranks[0]}"
    passages = [results[rank - 1].content for rank in ranks]
    first = len(results)
    for fact in source.facts:
        places = [
            rank for rank, passage in zip(ranks, passages, strict=True) if holds_fact(fact, passage)
        ]
        if not places:
            nearest = min((find_missing_values(fact, passage) for passage in passages), key=len)
            return VerdictCode.FACT_MISSING, (
                f"{source.filename} was returned at rank {ranks[0]}, but no passage of it holds "
                f"{' + '.join(fact)} (missing: {', '.join(nearest)})"
            )
        first = min(first, places[0])
    return VerdictCode.PASSED, f"{source.filename} holds the fact at rank {first}"


def _find_ranks(source: CompetingSource, results: Sequence[Hit]) -> list[int]:
    return [
        rank
        for rank, hit in enumerate(results, start=1)
        if (hit.filename, hit.group) == (source.filename, source.group)
    ]


def _find_evidence(source: ExpectedSource, results: Sequence[Hit]) -> int | None:
    """Rank of the first passage of the source that holds one of its facts, if it has any."""
    for rank in _find_ranks(source, results):
        if not source.facts or any(
            holds_fact(fact, results[rank - 1].content) for fact in source.facts
        ):
            return rank
    return None


def _describe_score(response: SearchResponse) -> str:
    top, minimum = response.pipeline.top_score, response.pipeline.minimum_score
    if top is None:
        return ""
    against = "no minimum" if minimum is None else f"a minimum of {minimum:.4g}"
    return f" (best score {top:.4g} against {against})"


_JUDGES: dict[Behaviour, Callable[[Case, SearchResponse], Judgement]] = {
    Behaviour.RETRIEVE_ANSWER: _judge_any_source,
    Behaviour.RETRIEVE_MULTIPLE_SOURCES: _judge_every_source,
    Behaviour.PREFER_CURRENT_SOURCE: _judge_preference,
    Behaviour.PREFER_LATER_CONTROLLING_SOURCE: _judge_preference,
    Behaviour.PREFER_RELEVANT_SOURCE: _judge_preference,
    Behaviour.RETRIEVE_HISTORICAL_ANSWER: _judge_any_source,
    Behaviour.REQUEST_CLARIFICATION: _judge_clarification,
    Behaviour.ABSTAIN: _judge_abstention,
}
