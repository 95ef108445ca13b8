"""Asking every question of every suite in every mode."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from ragstudio.evaluation.results import CaseResult
from ragstudio.evaluation.suites import Case, Suite
from ragstudio.evaluation.verdicts import judge
from ragstudio.retrieval.request import SearchFilters, SearchMode, SearchRequest
from ragstudio.retrieval.response import SearchResponse

BOTH_MODES = (SearchMode.VECTOR, SearchMode.HYBRID)


class Searcher(Protocol):
    """Whatever answers a search."""

    def search(self, request: SearchRequest, /) -> SearchResponse:
        """Answer one question."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to run: suites, modes, and the search's parameters (None uses the settings).

    `limit` is how many results a case may look at, from 1.
    """

    suites: Sequence[Suite]
    modes: Sequence[SearchMode] = BOTH_MODES
    limit: int = 6
    candidates: int | None = None
    minimum_score: float | None = None

    def __post_init__(self) -> None:
        if not self.suites or not self.modes:
            raise ValueError("a plan needs at least one suite and one mode")

    @property
    def total(self) -> int:
        """How many searches the plan makes."""
        return sum(len(suite.cases) for suite in self.suites) * len(self.modes)


def run_plan(searcher: Searcher, plan: Plan) -> Iterator[CaseResult]:
    """Run the cases one after another, mode by mode, and yield each result as it is there.

    Raises what the search raises: an index that is not ready fails the run, not a case.
    """
    for mode in plan.modes:
        for suite in plan.suites:
            for case in suite.cases:
                response = searcher.search(build_request(plan, suite, case, mode))
                yield CaseResult.from_response(suite.name, case, response, judge(case, response))


def build_request(plan: Plan, suite: Suite, case: Case, mode: SearchMode) -> SearchRequest:
    """The search a case makes, among the suite's groups.

    A suite's `asked_on` stands for today, so it applies where today would: in hybrid mode, unless
    every version is searched.
    """
    as_of = case.as_of
    if as_of is None and mode is SearchMode.HYBRID and not case.include_superseded:
        as_of = suite.asked_on
    return SearchRequest(
        query=case.question,
        mode=mode,
        limit=plan.limit,
        candidates=plan.candidates,
        minimum_score=plan.minimum_score if mode is SearchMode.HYBRID else None,
        include_superseded=case.include_superseded,
        as_of=as_of,
        filters=SearchFilters(group=suite.groups),
    )
