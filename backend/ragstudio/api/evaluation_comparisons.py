"""Runs held against each other and against gates, and what can be downloaded of them."""

from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from pydantic import BaseModel, ConfigDict

from ragstudio.api.dependencies import DatabaseDependency
from ragstudio.api.errors import document_errors
from ragstudio.errors import NotFound
from ragstudio.evaluation.baselines import (
    Baseline,
    get_baseline_run,
    list_baselines,
    remove_baseline,
    set_baseline,
)
from ragstudio.evaluation.comparison import RunComparison, compare_runs
from ragstudio.evaluation.gate import Gate, GateResult, find_failures
from ragstudio.evaluation.html_report import render_html
from ragstudio.evaluation.reports import render_json, render_junit
from ragstudio.evaluation.runs import EvaluationRun, get_run, mark_deleted_sources
from ragstudio.evaluation.suites import Slug
from ragstudio.retrieval.request import SearchMode
from ragstudio.storage.client import Database

router = APIRouter(
    prefix="/api/evaluations", tags=["evaluations"], responses=document_errors(404, 503)
)

RunId = Annotated[str, Path(description="Id of a run.")]
BaselineName = Annotated[Slug, Path(description="Name of a baseline.")]


class ReportFormat(StrEnum):
    """What a run can be downloaded as."""

    JSON = "json"
    JUNIT = "junit"
    HTML = "html"


class BaselineList(BaseModel):
    """Every baseline, by name."""

    items: list[Baseline]


class BaselineEdit(BaseModel):
    """Which run becomes the baseline."""

    model_config = ConfigDict(extra="forbid")

    run_id: str


@router.get("/runs/{run_id}/comparison", summary="Compare a run with a baseline")
def compare_evaluation_runs(
    run_id: RunId,
    database: DatabaseDependency,
    baseline: Annotated[str, Query(description="Id of the baseline run, or a baseline's name.")],
    mode: Annotated[SearchMode | None, Query(description="Mode of the run.")] = None,
    baseline_mode: Annotated[SearchMode | None, Query(description="Mode of the baseline.")] = None,
) -> RunComparison:
    """Flips, differences of each question, and a paired test of every figure."""
    run = get_run(database.evaluation_runs, run_id)
    return compare_runs(run, find_run(database, baseline), mode, baseline_mode)


@router.get(
    "/runs/{run_id}/report",
    summary="Download a run",
    response_class=Response,
    responses={
        200: {"content": {"application/json": {}, "application/xml": {}, "text/html": {}}},
    },
)
def download_evaluation_report(
    run_id: RunId,
    database: DatabaseDependency,
    report_format: Annotated[
        ReportFormat, Query(alias="format", description="`json`, `junit` or `html`.")
    ] = ReportFormat.HTML,
    baseline: Annotated[
        str | None, Query(description="Baseline to compare with, in the HTML page.")
    ] = None,
) -> Response:
    """The run as JSON, as JUnit XML, or as one HTML page that needs nothing else."""
    stored = get_run(database.evaluation_runs, run_id)
    run = mark_deleted_sources(stored, database.documents.all_ids())
    if report_format is ReportFormat.JSON:
        content, media_type, ending = render_json(run), "application/json", "json"
    elif report_format is ReportFormat.JUNIT:
        content, media_type, ending = render_junit(run), "application/xml", "xml"
    else:
        compared = compare_runs(run, find_run(database, baseline)) if baseline else None
        content, media_type, ending = render_html(run, compared), "text/html", "html"
    disposition = f'attachment; filename="evaluation-{run.id}.{ending}"'
    return Response(content, media_type=media_type, headers={"Content-Disposition": disposition})


@router.post("/runs/{run_id}/gate", summary="Hold a run against a gate")
def check_evaluation_gate(run_id: RunId, body: Gate, database: DatabaseDependency) -> GateResult:
    """Whether the run reaches the gate's minimums and does not fall behind its baseline."""
    run = get_run(database.evaluation_runs, run_id)
    compared = compare_runs(run, find_run(database, body.baseline)) if body.baseline else None
    failures = find_failures(body, run.summaries, compared)
    return GateResult(passed=not failures, failures=tuple(failures))


@router.get("/baselines", summary="List the baselines")
def list_evaluation_baselines(database: DatabaseDependency) -> BaselineList:
    """Runs that others are held against, by name."""
    return BaselineList(items=list_baselines(database.meta))


@router.put("/baselines/{name}", summary="Name a baseline")
def set_evaluation_baseline(
    name: BaselineName, body: BaselineEdit, database: DatabaseDependency
) -> Baseline:
    """Make a run the baseline of that name, in place of the one before."""
    return set_baseline(database.meta, database.evaluation_runs, name, body.run_id)


@router.delete("/baselines/{name}", status_code=204, summary="Forget a baseline")
def remove_evaluation_baseline(name: BaselineName, database: DatabaseDependency) -> None:
    """Forget the name; the run stays."""
    remove_baseline(database.meta, name)


def find_run(database: Database, name_or_id: str) -> EvaluationRun:
    """The run of a baseline of that name, else the run with that id. Raises `NotFound`."""
    try:
        return get_baseline_run(database.meta, database.evaluation_runs, name_or_id)
    except NotFound:
        return get_run(database.evaluation_runs, name_or_id)
