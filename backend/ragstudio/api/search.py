"""Questions."""

from fastapi import APIRouter

from ragstudio.api.dependencies import MetricsDependency, StudioDependency
from ragstudio.api.errors import document_errors
from ragstudio.retrieval.request import SearchRequest
from ragstudio.retrieval.response import CompareResponse, SearchResponse

router = APIRouter(
    prefix="/api/search", tags=["search"], responses=document_errors(409, 413, 422, 503)
)


@router.post("", summary="Ask a question")
def search(
    body: SearchRequest, studio: StudioDependency, metrics: MetricsDependency
) -> SearchResponse:
    """Ranked evidence with every score, or a refusal with its reason."""
    response = studio.retriever.search(body)
    metrics.count_search(response)
    return response


@router.post("/compare", summary="Ask in both modes")
def compare_modes(
    body: SearchRequest, studio: StudioDependency, metrics: MetricsDependency
) -> CompareResponse:
    """The same question in vector and in hybrid mode, embedded once; `mode` is ignored."""
    response = studio.retriever.compare(body)
    metrics.count_search(response.vector)
    metrics.count_search(response.hybrid)
    return response
