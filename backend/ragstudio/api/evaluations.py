"""Evaluation: suites, runs, and their progress."""

from collections.abc import AsyncIterator, Callable
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from ragstudio.api.dependencies import (
    DatabaseDependency,
    EvaluationJobsDependency,
    StreamsDependency,
    StudioDependency,
)
from ragstudio.api.errors import document_errors
from ragstudio.api.evaluation_jobs import EvaluationJobs
from ragstudio.api.server_sent_events import Channel
from ragstudio.api.studio_facts import describe_configuration
from ragstudio.evaluation.results import CaseResult
from ragstudio.evaluation.runner import BOTH_MODES, Plan
from ragstudio.evaluation.runs import (
    EvaluationRun,
    RunStatus,
    get_run,
    list_runs,
    mark_deleted_sources,
)
from ragstudio.evaluation.suite_files import list_suites, load_suites, locate_folder
from ragstudio.evaluation.suites import Suite
from ragstudio.retrieval.request import MostCandidates, MostResults, SearchMode

router = APIRouter(prefix="/api/evaluations", tags=["evaluations"], responses=document_errors(503))

RunId = Annotated[str, Path(description="Id of a run.")]
Progress = tuple[EvaluationRun, CaseResult | None]


class SuiteList(BaseModel):
    """Every suite with its cases."""

    items: list[Suite]


class RunList(BaseModel):
    """Runs without their cases, newest first."""

    items: list[EvaluationRun]


class RunRequest(BaseModel):
    """What to run; null or left out means all suites, both modes, and the settings' values."""

    model_config = ConfigDict(extra="forbid")

    suites: list[Annotated[str, Field(min_length=1, max_length=200)]] | None = Field(
        default=None, min_length=1, max_length=100
    )
    modes: list[SearchMode] | None = Field(default=None, min_length=1, max_length=2)
    limit: MostResults = 6
    candidates: MostCandidates | None = None
    minimum_score: float | None = Field(
        default=None, ge=0.0, le=1.0, strict=True, allow_inf_nan=False
    )


@router.get("/suites", summary="List the suites", responses=document_errors(404))
def list_all_suites() -> SuiteList:
    """The suites in the folder `evaluations`: those that run by default first."""
    return SuiteList(items=list_suites(locate_folder()))


@router.post("/runs", status_code=202, summary="Start a run", responses=document_errors(404, 413))
def start_run(
    body: RunRequest, studio: StudioDependency, jobs: EvaluationJobsDependency
) -> EvaluationRun:
    """Ask every case of the suites in the background; runs are made one after another."""
    plan = Plan(
        suites=load_suites(locate_folder(), body.suites or ()),
        modes=tuple(dict.fromkeys(body.modes or BOTH_MODES)),
        limit=body.limit,
        candidates=body.candidates,
        minimum_score=body.minimum_score,
    )
    return jobs.start(plan, describe_configuration(studio))


@router.get("/runs", summary="List the runs")
def list_evaluation_runs(
    database: DatabaseDependency,
    limit: Annotated[int, Query(ge=1, le=500, description="Most runs.")] = 50,
) -> RunList:
    """The newest runs with their totals."""
    return RunList(items=list_runs(database.evaluation_runs, limit))


@router.get("/runs/{run_id}", summary="Show a run", responses=document_errors(404))
def get_evaluation_run(run_id: RunId, database: DatabaseDependency) -> EvaluationRun:
    """One run with the verdict on every case, and which of its sources were deleted since."""
    run = get_run(database.evaluation_runs, run_id)
    return mark_deleted_sources(run, database.documents.all_ids())


@router.get(
    "/runs/{run_id}/events",
    summary="Follow a run",
    response_class=EventSourceResponse,
    responses=document_errors(404),
)
async def follow_evaluation_run(
    run: Annotated[EvaluationRun, Depends(get_evaluation_run)],
    database: DatabaseDependency,
    jobs: EvaluationJobsDependency,
    streams: StreamsDependency,
) -> AsyncIterator[ServerSentEvent]:
    """`run` events with the state at the start and at the end, between them a `case` for each."""
    run_id = run.id
    channel: Channel[Progress] = Channel()
    async with streams.open(channel, lambda: _listen(jobs, run_id, channel)):
        present = await run_in_threadpool(get_run, database.evaluation_runs, run_id)
        yield ServerSentEvent(event="run", data=present)
        if present.status is not RunStatus.RUNNING:
            return
        async for progressed, result in channel:
            if result is None:
                yield ServerSentEvent(event="run", data=progressed)
                return
            progress = {"run_id": run_id, "done": progressed.done, "total": progressed.total}
            yield ServerSentEvent(event="case", data={**progress, "case": result})


def _listen(jobs: EvaluationJobs, run_id: str, channel: Channel[Progress]) -> Callable[[], None]:
    return jobs.subscribe(run_id, lambda run, result: channel.put((run, result)))
