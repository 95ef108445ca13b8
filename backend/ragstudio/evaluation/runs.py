"""Runs of evaluations as they are kept in `evaluation_runs`."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Literal, Protocol, Self

from pydantic import BaseModel, ConfigDict, Field

from ragstudio.errors import NotFound, StudioError
from ragstudio.evaluation.metrics import Summary, summarise
from ragstudio.evaluation.results import CaseResult
from ragstudio.evaluation.runner import Plan, Searcher, run_plan
from ragstudio.retrieval.request import SearchMode


class RunStatus(StrEnum):
    """Where a run is."""

    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"


class RunConfiguration(BaseModel):
    """What produced the results: the search's parameters, and the models and counts by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    limit: int
    candidates: int | None = None
    minimum_score: float | None = None
    studio: dict[str, Any] = Field(default_factory=dict)

    @classmethod
    def from_plan(cls, plan: Plan, studio: Mapping[str, Any]) -> Self:
        """The plan's parameters beside what the studio says about itself."""
        return cls(
            limit=plan.limit,
            candidates=plan.candidates,
            minimum_score=plan.minimum_score,
            studio=dict(studio),
        )


class EvaluationRun(BaseModel):
    """One run. It holds no document text: passages are named by id, file and rank.

    `corpus` is `studio`, or `scratch` where the run had a database of its own, since dropped.
    `deleted_sources` are documents among the results that were deleted since, as group/file.
    `warnings` name judgements that could not be used.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = ""
    status: RunStatus = RunStatus.RUNNING
    message: str | None = None
    started_at: datetime
    finished_at: datetime | None = None
    suites: tuple[str, ...]
    modes: tuple[SearchMode, ...]
    configuration: RunConfiguration
    corpus: Literal["studio", "scratch"] = "studio"
    deleted_sources: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    done: int = 0
    total: int
    summaries: tuple[Summary, ...] = ()
    cases: tuple[CaseResult, ...] = ()


class RunStore(Protocol):
    """What keeps the runs; a run is a plain dictionary with its `id` as text."""

    def insert(self, run: dict[str, Any], /) -> str:
        """Store a run; returns its id."""

    def update(self, run_id: str, changes: dict[str, Any], /) -> bool:
        """Set fields of a run; False where there is no such run."""

    def get(self, run_id: str, /) -> dict[str, Any] | None:
        """One run, or None."""

    def list_recent(self, limit: int, /, *, with_cases: bool = False) -> list[dict[str, Any]]:
        """The newest runs first."""


ProgressListener = Callable[[EvaluationRun, CaseResult], None]


def begin_run(
    store: RunStore,
    plan: Plan,
    studio: Mapping[str, Any],
    corpus: Literal["studio", "scratch"] = "studio",
    warnings: Sequence[str] = (),
) -> EvaluationRun:
    """Record that a run has begun; `studio` names the models, engine and counts it runs on."""
    run = EvaluationRun(
        started_at=datetime.now(UTC),
        suites=tuple(suite.name for suite in plan.suites),
        modes=tuple(plan.modes),
        configuration=RunConfiguration.from_plan(plan, studio),
        corpus=corpus,
        warnings=tuple(warnings),
        total=plan.total,
    )
    return run.model_copy(update={"id": store.insert(run.model_dump(exclude={"id"}))})


def execute_run(
    store: RunStore,
    run: EvaluationRun,
    searcher: Searcher,
    plan: Plan,
    on_progress: ProgressListener = lambda run, result: None,
) -> EvaluationRun:
    """Run the plan of a begun run, recording progress; returns it finished.

    Whatever stops it is recorded as the run's `message` and raised again.
    """
    results: list[CaseResult] = []
    try:
        for result in run_plan(searcher, plan):
            results.append(result)
            run = run.model_copy(update={"done": len(results)})
            store.update(run.id, {"done": run.done})
            on_progress(run, result)
        ended = run.model_copy(
            update={
                "status": RunStatus.FINISHED,
                "finished_at": datetime.now(UTC),
                "summaries": tuple(summarise(results, plan.limit)),
                "cases": tuple(results),
            }
        )
        changed = ("status", "finished_at", "summaries", "cases")
        store.update(run.id, ended.model_dump(include=set(changed)))
    except Exception as error:
        fail_run(store, run, error, results)
        raise
    return ended


def fail_run(
    store: RunStore, run: EvaluationRun, error: Exception, results: Sequence[CaseResult] = ()
) -> None:
    """Record that a run broke, why, and what it had found by then, if that can be stored."""
    failed = {
        "status": RunStatus.FAILED,
        "message": describe_failure(error),
        "finished_at": datetime.now(UTC),
    }
    try:
        store.update(run.id, {**failed, "cases": [result.model_dump() for result in results]})
    except Exception:
        # It may be what was found that cannot be stored: a run never stays `running` for that.
        store.update(run.id, failed)


def get_run(store: RunStore, run_id: str) -> EvaluationRun:
    """One run with its cases. Raises `NotFound`."""
    stored = store.get(run_id)
    if stored is None:
        raise NotFound(
            f"No evaluation run has the id {run_id!r}.",
            hint="List the runs with GET /api/evaluations/runs.",
        )
    return EvaluationRun.model_validate(stored)


def mark_deleted_sources(run: EvaluationRun, existing_ids: Collection[str]) -> EvaluationRun:
    """The run with what came from documents that are no more marked as such.

    A scratch run is left as it is: all its documents went with its database.
    """
    if run.corpus == "scratch":
        return run
    gone: dict[str, None] = {}
    cases = []
    for case in run.cases:
        results = []
        for passage in case.results:
            is_gone = passage.document_id not in existing_ids
            if is_gone:
                gone[f"{passage.group}/{passage.filename}"] = None
            results.append(passage.model_copy(update={"source_deleted": is_gone}))
        cases.append(case.model_copy(update={"results": tuple(results)}))
    return run.model_copy(update={"cases": tuple(cases), "deleted_sources": tuple(sorted(gone))})


def list_runs(store: RunStore, limit: int = 50) -> list[EvaluationRun]:
    """The newest runs first, without their cases."""
    return [EvaluationRun.model_validate(stored) for stored in store.list_recent(limit)]


def describe_failure(error: Exception) -> str:
    """Why a run broke, in words that hold no document text."""
    # Any other error's text may quote what it choked on, and a run holds no document text.
    return error.message if isinstance(error, StudioError) else type(error).__name__
