"""What is kept of one case: ids, ranks, scores and the verdict, never a document's text."""

from typing import Self

from pydantic import BaseModel, ConfigDict

from ragstudio.evaluation.suites import Behaviour, Case
from ragstudio.evaluation.verdicts import Verdict
from ragstudio.retrieval.request import SearchMode
from ragstudio.retrieval.response import Decision, Hit, Ranks, Scores, SearchResponse


class ReturnedPassage(BaseModel):
    """One result by its ids, scores and ranks; `source_deleted` where its document is no more."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    chunk_id: str
    document_id: str
    filename: str
    group: str
    chunk_index: int
    scores: Scores
    ranks: Ranks
    source_deleted: bool = False

    @classmethod
    def from_hit(cls, hit: Hit) -> Self:
        """The hit without its text."""
        return cls(
            chunk_id=hit.id,
            document_id=hit.document_id,
            filename=hit.filename,
            group=hit.group,
            chunk_index=hit.chunk_index,
            scores=hit.scores,
            ranks=hit.ranks,
        )


class CaseResult(BaseModel):
    """One case in one mode. `milliseconds` is the search's total time.

    `relevances` are the grades of the expected sources, where a suite has other grades than 1.
    `expectation` identifies what was expected: two runs of a case can be compared only if it is
    the same in both. It is empty in runs from before it was recorded.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    suite: str
    case_id: str
    question: str
    category: str
    expected_behaviour: Behaviour
    mode: SearchMode
    verdict: Verdict
    decision: Decision
    top_score: float | None
    minimum_score: float | None
    milliseconds: float
    results: tuple[ReturnedPassage, ...]
    relevances: tuple[int, ...] = ()
    expectation: str = ""

    @classmethod
    def from_response(
        cls, suite: str, case: Case, response: SearchResponse, verdict: Verdict
    ) -> Self:
        """The answer to a case, without its passages' text, and the verdict on it."""
        pipeline = response.pipeline
        return cls(
            suite=suite,
            case_id=case.id,
            question=case.question,
            category=case.category,
            expected_behaviour=case.expected_behaviour,
            mode=response.mode,
            verdict=verdict,
            decision=response.decision,
            top_score=pipeline.top_score,
            minimum_score=pipeline.minimum_score,
            milliseconds=pipeline.timings_ms.total,
            results=tuple(ReturnedPassage.from_hit(hit) for hit in response.results),
            relevances=case.relevances,
            expectation=case.expectation,
        )
