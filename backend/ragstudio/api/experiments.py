"""Experiments: a problem, a control, one treatment; their runs and progress."""

from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from ragstudio.api.dependencies import DatabaseDependency, StreamsDependency, StudioDependency
from ragstudio.api.errors import document_errors
from ragstudio.api.experiment_jobs import ExperimentJobs, ExperimentProgress
from ragstudio.api.server_sent_events import Channel
from ragstudio.api.studio_facts import describe_configuration
from ragstudio.evaluation.experiment_runs import (
    ExperimentRun,
    get_experiment_run,
    list_experiment_runs,
)
from ragstudio.evaluation.experiments import ExperimentFile, load_experiments
from ragstudio.evaluation.runs import RunStatus
from ragstudio.evaluation.suite_files import locate_folder

router = APIRouter(
    prefix="/api/experiments", tags=["evaluations"], responses=document_errors(404, 503)
)

RunId = Annotated[str, Path(description="Id of a run of experiments.")]


class ExperimentRunList(BaseModel):
    """Runs with their outcomes, newest first."""

    items: list[ExperimentRun]


class ExperimentRequest(BaseModel):
    """Which experiments to run; null or left out means all."""

    model_config = ConfigDict(extra="forbid")

    experiments: list[Annotated[str, Field(min_length=1, max_length=200)]] | None = Field(
        default=None, min_length=1, max_length=100
    )


def get_experiment_jobs(request: Request) -> ExperimentJobs:
    """The experiments that run."""
    jobs: ExperimentJobs = request.app.state.experiment_jobs
    return jobs


ExperimentJobsDependency = Annotated[ExperimentJobs, Depends(get_experiment_jobs)]


@router.get("", summary="List the experiments")
def list_experiments() -> ExperimentFile:
    """Every experiment with its problem, arms, cases and criteria."""
    return load_experiments(locate_folder())


@router.post("/runs", status_code=202, summary="Run experiments")
def start_experiments(
    body: ExperimentRequest, studio: StudioDependency, jobs: ExperimentJobsDependency
) -> ExperimentRun:
    """Run each in scratch databases of its own; the studio's corpus is left alone."""
    file = load_experiments(locate_folder(), tuple(body.experiments or ()))
    return jobs.start(file, describe_configuration(studio))


@router.get("/runs", summary="List the runs of experiments")
def list_runs_of_experiments(
    database: DatabaseDependency,
    limit: Annotated[int, Query(ge=1, le=500, description="Most runs.")] = 50,
) -> ExperimentRunList:
    """The newest runs with their outcomes."""
    return ExperimentRunList(items=list_experiment_runs(database.experiment_runs, limit))


@router.get("/runs/{run_id}", summary="Show a run of experiments")
def get_run_of_experiments(run_id: RunId, database: DatabaseDependency) -> ExperimentRun:
    """One run with what every experiment found."""
    return get_experiment_run(database.experiment_runs, run_id)


@router.get(
    "/runs/{run_id}/events",
    summary="Follow a run of experiments",
    response_class=EventSourceResponse,
)
async def follow_run_of_experiments(
    run: Annotated[ExperimentRun, Depends(get_run_of_experiments)],
    database: DatabaseDependency,
    jobs: ExperimentJobsDependency,
    streams: StreamsDependency,
) -> AsyncIterator[ServerSentEvent]:
    """`run` events with the state at the start and at the end, between them a `step` for each."""
    channel: Channel[ExperimentProgress] = Channel()
    async with streams.open(channel, lambda: jobs.listeners.subscribe(run.id, channel.put)):
        present = await run_in_threadpool(get_experiment_run, database.experiment_runs, run.id)
        yield ServerSentEvent(event="run", data=present)
        if present.status is not RunStatus.RUNNING:
            return
        async for progressed, words in channel:
            if words is None:
                yield ServerSentEvent(event="run", data=progressed)
                return
            progress = {"run_id": run.id, "done": progressed.done, "total": progressed.total}
            yield ServerSentEvent(event="step", data={**progress, "step": words})
