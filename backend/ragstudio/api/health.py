"""Liveness and readiness."""

from typing import Literal

from fastapi import APIRouter
from pydantic import BaseModel

from ragstudio.api.dependencies import ReadinessDependency
from ragstudio.api.readiness import Checks

router = APIRouter(prefix="/api", tags=["system"])


class Health(BaseModel):
    """`status` says that the process lives; `ready` that a search would be answered.

    A missing reranker does not make the studio unready: it is a configuration.
    """

    status: Literal["ok"] = "ok"
    ready: bool
    checks: Checks


@router.get("/health", summary="Liveness and readiness")
async def get_health(readiness: ReadinessDependency) -> Health:
    """Always 200 while the process lives; needs no token and waits for nothing."""
    checks = readiness.checks()
    needed = (checks.mongodb, checks.search_engine, checks.embedder)
    return Health(ready=all(check.ready for check in needed), checks=checks)
