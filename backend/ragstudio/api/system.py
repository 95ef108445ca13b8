"""The studio about itself: facts, residue, and metrics."""

from fastapi import APIRouter
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import Response

from ragstudio.api.dependencies import MetricsDependency, StudioDependency
from ragstudio.api.errors import document_errors
from ragstudio.api.studio_facts import SystemFacts, describe_system
from ragstudio.lifecycle.audit import AuditReport, audit

router = APIRouter(prefix="/api", tags=["system"], responses=document_errors(503))


@router.get("/system", summary="Show the system")
def get_system(studio: StudioDependency) -> SystemFacts:
    """Models, engine, database, counts, limits and settings, without secrets."""
    return describe_system(studio)


@router.get("/audit", summary="Look for residue")
def audit_representations(studio: StudioDependency) -> AuditReport:
    """Compare every representation with every other; reads the whole corpus' ids."""
    return audit(studio.database, studio.engine)


@router.get(
    "/metrics",
    summary="Metrics for Prometheus",
    response_class=Response,
    responses={
        200: {
            "content": {"text/plain": {"schema": {"type": "string"}}},
            "description": "Prometheus text format.",
        }
    },
)
def get_metrics(metrics: MetricsDependency) -> Response:
    """Requests, searches by decision, stage timings, documents by status, chunks."""
    return Response(metrics.expose(), media_type=CONTENT_TYPE_LATEST)
