"""Whether to ask back: the gates one after another, until one decides."""

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from ragstudio.retrieval.candidates import LiveCandidates
from ragstudio.retrieval.clarify.gates import ClarifyGate, Evidence, GateDecision, LeadingPassage
from ragstudio.retrieval.families import find_families
from ragstudio.retrieval.ranking import RankedPassage
from ragstudio.retrieval.response import ClarifyGateName, ClarifyStatus, GateReport, Outcome

_ACCEPTED = (Outcome.RETURNED, Outcome.BEYOND_LIMIT)
_LEADING = (*_ACCEPTED, Outcome.BELOW_THRESHOLD)


@dataclass(frozen=True, slots=True)
class Consultation:
    """What the gates reported, which of them decided and what; `spent_ms` in milliseconds."""

    decision: GateDecision
    gate: ClarifyGateName | None
    reports: Sequence[GateReport]
    spent_ms: float | None


NO_GATE = Consultation(
    GateDecision(ClarifyStatus.NOT_CONFIGURED, "There is no clarify gate."), None, (), None
)


def consult_gates(gates: Sequence[ClarifyGate], evidence: Evidence) -> Consultation:
    """The first gate that is configured decides."""
    started = perf_counter()
    reports: list[GateReport] = []
    for gate in gates:
        decision = gate.decide(evidence)
        reports.append(GateReport(gate=gate.name, status=decision.status, reason=decision.reason))
        if decision.status is not ClarifyStatus.NOT_CONFIGURED:
            return Consultation(decision, gate.name, reports, (perf_counter() - started) * 1000)
    return Consultation(NO_GATE.decision, None, reports, None)


def gather_evidence(
    question: str,
    ranked: Sequence[RankedPassage],
    live: LiveCandidates,
    minimum: float | None,
    most: int,
) -> Evidence:
    """The `most` best reranked passages, whether accepted or near misses."""
    leading = [found for found in ranked if found.outcome in _LEADING]
    return Evidence(
        question=question,
        passages=[
            LeadingPassage(
                live.passages[found.chunk_id].chunk,
                found.scores.reranker_logit or 0.0,
                found.scores.reranker or 0.0,
                is_accepted=found.outcome in _ACCEPTED,
            )
            for found in leading[:most]
        ],
        minimum=minimum,
        families=find_families(live.sources),
    )
