"""The application: every route, and the studio behind it for as long as it runs."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool

from ragstudio import __version__
from ragstudio.api import (
    archive,
    calibration,
    document_content,
    document_events,
    documents,
    evaluation_collections,
    evaluation_comparisons,
    evaluations,
    experiments,
    health,
    laboratory,
    language_model,
    live,
    samples,
    system,
    vector_map,
    versions,
)
from ragstudio.api import search as search_routes
from ragstudio.api.admission import UploadRate
from ragstudio.api.api_docs import install_api_docs
from ragstudio.api.description import refine_description
from ragstudio.api.errors import document_errors, install_error_handlers
from ragstudio.api.evaluation_jobs import EvaluationJobs
from ragstudio.api.experiment_jobs import ExperimentJobs
from ragstudio.api.frontend import find_frontend, install_frontend
from ragstudio.api.metrics import Metrics
from ragstudio.api.middleware import RequestMiddleware
from ragstudio.api.readiness import ReadinessMonitor
from ragstudio.api.search_slots import SlotsByMode
from ragstudio.api.server_sent_events import Streams
from ragstudio.settings import Settings, get_settings
from ragstudio.studio import Studio

_ROUTERS = (
    documents.router,
    document_content.router,
    document_events.router,
    versions.router,
    live.router,
    samples.router,
    archive.router,
    search_routes.router,
    language_model.router,
    vector_map.router,
    laboratory.router,
    evaluations.router,
    evaluation_comparisons.router,
    evaluation_collections.router,
    experiments.router,
    calibration.router,
    health.router,
    system.router,
)
_TAGS = [
    {"name": "documents", "description": "The document's path, from upload to receipt."},
    {"name": "search", "description": "The question's path, with every score."},
    {"name": "laboratory", "description": "Ways to cut a text, side by side."},
    {"name": "evaluations", "description": "Suites, runs and verdicts."},
    {"name": "system", "description": "What is running and how it is doing."},
]


def create_app(settings: Settings | None = None, studio: Studio | None = None) -> FastAPI:
    """The application over `studio`, or over one of its own that opens and closes with it.

    A given studio must be started and stays its owner's to close. Starting raises what
    `Studio.open` raises.
    """
    chosen = settings or (studio.settings if studio else get_settings())

    @asynccontextmanager
    async def run(app: FastAPI) -> AsyncIterator[None]:
        running = studio if studio is not None else await run_in_threadpool(_open, chosen)
        try:
            async with _serve(app, running):
                yield
        finally:
            if studio is None:
                await run_in_threadpool(running.close)

    metrics = Metrics()
    app = FastAPI(
        title="RAG studio",
        summary="Documents become evidence, answer with their scores, and are gone again.",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        openapi_tags=_TAGS,
        generate_unique_id_function=_name_operation,
        separate_input_output_schemas=False,
        responses=document_errors(401, 422, 500),
        lifespan=run,
        redirect_slashes=False,
    )
    app.state.metrics = metrics
    app.state.streams = Streams()
    app.state.upload_rate = UploadRate(chosen.uploads_per_minute)
    app.state.routers = _ROUTERS
    app.add_middleware(RequestMiddleware, settings=chosen, metrics=metrics)
    install_error_handlers(app)
    for router in _ROUTERS:
        app.include_router(router)
    install_api_docs(app)
    install_frontend(app, find_frontend())
    refine_description(app)
    return app


@asynccontextmanager
async def _serve(app: FastAPI, studio: Studio) -> AsyncIterator[None]:
    readiness = await run_in_threadpool(ReadinessMonitor, studio)
    jobs = EvaluationJobs(studio)
    app.state.studio = studio
    app.state.readiness = readiness
    app.state.search_slots = SlotsByMode()
    app.state.evaluation_jobs = jobs
    app.state.calibration_jobs = calibration.CalibrationJobs(studio, jobs)
    app.state.experiment_jobs = ExperimentJobs(studio, jobs)
    app.state.metrics.observe_studio(studio)
    readiness.start()
    try:
        yield
    finally:
        await run_in_threadpool(jobs.stop)
        await run_in_threadpool(readiness.stop)


def _open(settings: Settings) -> Studio:
    studio = Studio.open(settings)
    try:
        studio.start()
    except BaseException:
        studio.close()
        raise
    return studio


def _name_operation(route: APIRoute) -> str:
    """The function's name: stable, and unique over all routes."""
    return route.name
