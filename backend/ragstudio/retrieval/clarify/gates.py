"""What a clarify gate is asked, and what it decides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ragstudio.records import Chunk
from ragstudio.retrieval.response import Clarification, ClarifyGateName, ClarifyStatus


@dataclass(frozen=True, slots=True)
class LeadingPassage:
    """A reranked passage: its chunk, logit and score (the logit's sigmoid, 0 to 1)."""

    chunk: Chunk
    logit: float
    score: float
    is_accepted: bool


@dataclass(frozen=True, slots=True)
class Evidence:
    """A question and its leading passages, best first.

    `minimum` is the threshold on the score (0 to 1), None where none applies. `families` names
    the source of every document that is a version of the same source as another.
    """

    question: str
    passages: Sequence[LeadingPassage]
    minimum: float | None
    families: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class GateDecision:
    """What a gate did, why in a sentence, and the question asked back if it did ask."""

    status: ClarifyStatus
    reason: str
    clarification: Clarification | None = None


class ClarifyGate(Protocol):
    """Decides whether to ask back. Never raises for what it read or was answered."""

    name: ClarifyGateName

    def decide(self, evidence: Evidence) -> GateDecision:
        """Ask back or not."""
