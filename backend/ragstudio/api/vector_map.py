"""The map of all vectors."""

from typing import Annotated

from fastapi import APIRouter, Query

from ragstudio.api.dependencies import StudioDependency
from ragstudio.api.errors import document_errors
from ragstudio.retrieval.vector_map import VectorMap, draw_vector_map

router = APIRouter(prefix="/api/map", tags=["search"], responses=document_errors(409, 503))


@router.get("", summary="Draw the vectors in two dimensions")
def get_vector_map(
    studio: StudioDependency,
    limit: Annotated[int, Query(ge=1, le=20_000, description="Most points.")] = 5000,
    query: Annotated[
        str | None,
        Query(max_length=2000, description="A question to place among the points."),
    ] = None,
) -> VectorMap:
    """Chunk vectors in the plane of their two principal components, with a question in it."""
    asked = query.strip() if query else None
    return draw_vector_map(
        studio.database, studio.engine, studio.embedder, limit=limit, query=asked or None
    )
