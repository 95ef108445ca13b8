from typing import Any

import pytest

from ragstudio.evaluation.verdicts import Verdict, VerdictCode, judge
from ragstudio.retrieval.request import SearchMode
from ragstudio.retrieval.response import (
    Clarification,
    ClarificationOption,
    ClarifyStatus,
    Decision,
)
from tests.evaluation.builders import build_case, build_hit, build_response

LEAVE = {"filename": "leave.md", "group": "policies", "facts": [["25", "working days"]]}
OLD = {"filename": "leave-2024.md", "group": "policies"}
GOOD = build_hit("leave.md", "You get 25 working days a year.")
WRONG = build_hit("leave.md", "You get 250 working days. Section 1.25 applies.")
RIVAL = build_hit("leave-2024.md", "You get 20 working days.")
OTHER = build_hit("other.md", "You get 25 working days.")


def expect(behaviour: str, *sources: dict[str, Any], rivals: tuple[Any, ...] = ()) -> Any:
    return build_case(behaviour, expected_sources=sources, competing_sources=rivals)


def summarise(verdict: Verdict) -> tuple[bool, VerdictCode, tuple[int | None, ...]]:
    return verdict.passed, verdict.code, verdict.source_ranks


def test_the_fact_in_a_passage_of_the_source_passes() -> None:
    verdict = judge(expect("retrieve_answer", LEAVE), build_response(OTHER, GOOD))
    assert summarise(verdict) == (True, VerdictCode.PASSED, (2,))
    assert verdict.reason == "leave.md holds the fact at rank 2"
    assert verdict.first_relevant_rank == 2


def test_the_right_file_without_the_fact_fails() -> None:
    verdict = judge(expect("retrieve_answer", LEAVE), build_response(WRONG))
    assert summarise(verdict) == (False, VerdictCode.FACT_MISSING, (None,))
    assert "missing: 25)" in verdict.reason


def test_the_fact_in_another_file_fails() -> None:
    verdict = judge(expect("retrieve_answer", LEAVE), build_response(OTHER))
    assert summarise(verdict) == (False, VerdictCode.SOURCE_MISSING, (None,))


def test_the_same_file_name_in_another_group_is_another_source() -> None:
    elsewhere = build_hit("leave.md", "25 working days", group="noise")
    assert not judge(expect("retrieve_answer", LEAVE), build_response(elsewhere)).passed


def test_values_of_one_fact_may_not_be_spread_over_passages() -> None:
    halves = [build_hit("leave.md", "It is 25."), build_hit("leave.md", "They are working days.")]
    verdict = judge(expect("retrieve_answer", LEAVE), build_response(*halves))
    assert verdict.code is VerdictCode.FACT_MISSING


def test_several_facts_may_stand_in_different_passages() -> None:
    source = {**LEAVE, "facts": [["25"], ["five days"]]}
    case = expect("retrieve_answer", source)
    second = build_hit("leave.md", "Carry over five days.")
    assert judge(case, build_response(GOOD, second)).passed
    assert judge(case, build_response(GOOD)).code is VerdictCode.FACT_MISSING


def test_an_answerable_question_must_be_answered() -> None:
    response = build_response(decision=Decision.ABSTAIN, top_score=0.01)
    verdict = judge(expect("retrieve_answer", LEAVE), response)
    assert summarise(verdict) == (False, VerdictCode.WRONGLY_REFUSED, (None,))
    assert "best score 0.01 against a minimum of 0.15" in verdict.reason


def test_one_of_several_sources_is_enough_unless_all_are_asked_for() -> None:
    second = {"filename": "other.md", "group": "policies", "facts": [["25"]]}
    assert judge(expect("retrieve_answer", LEAVE, second), build_response(OTHER)).passed
    case = expect("retrieve_multiple_sources", LEAVE, second)
    verdict = judge(case, build_response(OTHER))
    assert summarise(verdict) == (False, VerdictCode.SOURCE_MISSING, (None, 1))
    assert summarise(judge(case, build_response(OTHER, GOOD))) == (
        True, VerdictCode.PASSED, (2, 1),
    )  # fmt: skip


@pytest.mark.parametrize(
    "behaviour",
    ["prefer_current_source", "prefer_later_controlling_source", "prefer_relevant_source"],
)
def test_preference_needs_the_evidence_before_every_rival(behaviour: str) -> None:
    case = expect(behaviour, LEAVE, rivals=(OLD,))
    assert judge(case, build_response(GOOD, RIVAL)).passed
    assert judge(case, build_response(OTHER, GOOD)).passed
    verdict = judge(case, build_response(RIVAL, GOOD))
    assert summarise(verdict) == (False, VerdictCode.OUTRANKED, (2,))
    # The right file stands first, but its evidence only after the rival.
    assert judge(case, build_response(WRONG, RIVAL, GOOD)).code is VerdictCode.OUTRANKED
    assert judge(case, build_response(RIVAL)).code is VerdictCode.SOURCE_MISSING


def test_history_asks_for_the_evidence_whatever_else_is_returned() -> None:
    case = expect("retrieve_historical_answer", LEAVE, rivals=(OLD,))
    assert judge(case, build_response(RIVAL, GOOD)).passed
    assert not judge(case, build_response(RIVAL)).passed


def test_abstention() -> None:
    case = build_case("abstain")
    assert judge(case, build_response(decision=Decision.ABSTAIN)).passed
    verdict = judge(case, build_response(GOOD))
    assert summarise(verdict) == (False, VerdictCode.WRONGLY_ANSWERED, ())
    asked = build_response(decision=Decision.CLARIFY)
    assert judge(case, asked).code is VerdictCode.WRONGLY_ANSWERED


def test_vector_mode_cannot_pass_an_abstention_even_on_an_empty_corpus() -> None:
    response = build_response(decision=Decision.ABSTAIN, mode=SearchMode.VECTOR)
    verdict = judge(build_case("abstain"), response)
    assert not verdict.passed
    assert verdict.reason == "vector-only retrieval never abstains"


def build_clarification(*labels: str, passage_id: str = GOOD.id) -> Clarification:
    options = [ClarificationOption(label=x, question=x, passage_ids=[passage_id]) for x in labels]
    return Clarification(question="Which?", options=options)


READINGS = [
    {"reading": "meals", "filename": "leave.md", "group": "policies"},
    {"reading": "bicycle", "filename": "other.md", "group": "policies"},
]


@pytest.mark.parametrize(
    ("decision", "status", "labels", "code"),
    [
        ("answer", "not_configured", (), VerdictCode.NOT_CONFIGURED),
        ("answer", "not_applicable", (), VerdictCode.NOT_APPLICABLE),
        ("answer", "not_needed", (), VerdictCode.NOT_CLARIFIED),
        ("answer", "error", (), VerdictCode.NOT_CLARIFIED),
        ("abstain", "asked", ("meals", "bicycle"), VerdictCode.NOT_CLARIFIED),
        ("clarify", "asked", (), VerdictCode.NOT_CLARIFIED),
        ("clarify", "asked", ("meals", "Meals"), VerdictCode.NOT_CLARIFIED),
        ("clarify", "asked", ("meals", "bicycle"), VerdictCode.PASSED),
    ],
)
def test_clarification(
    decision: str, status: str, labels: tuple[str, ...], code: VerdictCode
) -> None:
    case = build_case(
        "request_clarification", expected_sources=[LEAVE], clarification_readings=READINGS
    )
    response = build_response(
        GOOD,
        decision=Decision(decision),
        clarify_status=ClarifyStatus(status),
        clarification=build_clarification(*labels) if labels else None,
    )
    verdict = judge(case, response)
    assert (verdict.code, verdict.passed) == (code, code is VerdictCode.PASSED)
    if code is VerdictCode.NOT_APPLICABLE:
        assert verdict.reason == "vector mode has no clarify gate"
    if code is VerdictCode.NOT_CONFIGURED:
        assert verdict.reason.startswith("not_configured")


def test_options_that_lead_to_no_evidence_are_no_clarification() -> None:
    case = build_case(
        "request_clarification", expected_sources=[LEAVE], clarification_readings=READINGS
    )
    response = build_response(
        GOOD,
        decision=Decision.CLARIFY,
        clarify_status=ClarifyStatus.ASKED,
        clarification=build_clarification("meals", "bicycle", passage_id="another"),
    )
    verdict = judge(case, response)
    assert verdict.code is VerdictCode.NOT_CLARIFIED
    assert "leave.md" in verdict.reason
