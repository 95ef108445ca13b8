"""The studio about itself: facts, residue, and metrics."""

from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from pydantic import BaseModel
from starlette.responses import Response

from ragstudio.api.dependencies import MetricsDependency, StudioDependency
from ragstudio.api.errors import document_errors
from ragstudio.api.guard import is_loopback
from ragstudio.api.studio_facts import SystemFacts, describe_system
from ragstudio.errors import StudioError
from ragstudio.lifecycle.audit import AuditReport, audit

router = APIRouter(prefix="/api", tags=["system"], responses=document_errors(503))


class PasswordWithheld(StudioError):
    """The database's password was asked for from another machine."""

    code = "password_withheld"
    status = 403


class MongodbAddress(BaseModel):
    """The database's connection string, with its password."""

    uri: str


@router.get("/system", summary="Show the system")
def get_system(studio: StudioDependency) -> SystemFacts:
    """Models, engine, database, counts, limits and settings, without secrets."""
    return describe_system(studio)


@router.get(
    "/system/mongodb-uri", summary="Show the MongoDB address", responses=document_errors(403)
)
def get_mongodb_uri(
    request: Request, response: Response, studio: StudioDependency
) -> MongodbAddress:
    """The address with its password, for callers on this machine only."""
    # API_TOKEN opens the studio; it must not hand whoever holds it the database as well.
    if request.client is None or not is_loopback(request.client.host):
        raise PasswordWithheld(
            "The database's password is shown on the studio's own machine only.",
            hint="Run `ragstudio mongo-uri` there.",
        )
    response.headers["Cache-Control"] = "no-store"
    return MongodbAddress(uri=studio.handle.uri)


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
