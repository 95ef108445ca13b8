"""Questions."""

from fastapi import APIRouter, Response
from pydantic import BaseModel

from ragstudio.api.dependencies import (
    MetricsDependency,
    SearchSlotsDependency,
    StudioDependency,
)
from ragstudio.api.errors import document_errors
from ragstudio.retrieval.request import SearchMode, SearchRequest
from ragstudio.retrieval.response import CompareResponse, SearchResponse

_MOST_VALUES = 200

router = APIRouter(
    prefix="/api/search", tags=["search"], responses=document_errors(409, 413, 422, 503)
)


@router.post("", summary="Ask a question", response_model=SearchResponse)
async def search(
    body: SearchRequest,
    studio: StudioDependency,
    metrics: MetricsDependency,
    slots: SearchSlotsDependency,
) -> Response:
    """Ranked evidence with every score, or a refusal with its reason."""

    def answer() -> Response:
        response = studio.retriever.search(body)
        metrics.count_search(response)
        return _as_json(response)

    return await slots.of(body.mode).run(answer)


class SearchFacets(BaseModel):
    """How many searchable chunks each value of a filter has, the most frequent values first."""

    groups: dict[str, int]
    source_status: dict[str, int]
    block_types: dict[str, int]
    sections: dict[str, int]


@router.get("/facets", summary="Count what can be filtered by")
def count_search_facets(studio: StudioDependency) -> SearchFacets:
    """Counts beside the choices of each filter; at most 200 values a filter, the most frequent."""
    studio.engine.refresh()
    counted = {
        field: dict(sorted(values.items(), key=lambda each: (-each[1], each[0]))[:_MOST_VALUES])
        for field, values in studio.engine.count_facets().items()
    }
    return SearchFacets(
        groups=counted["group"],
        source_status=counted["source_status"],
        block_types=counted["block_type"],
        sections=counted["section"],
    )


@router.post("/compare", summary="Ask in both modes", response_model=CompareResponse)
async def compare_modes(
    body: SearchRequest,
    studio: StudioDependency,
    metrics: MetricsDependency,
    slots: SearchSlotsDependency,
) -> Response:
    """The same question in vector and in hybrid mode, embedded once; `mode` is ignored."""

    def answer() -> Response:
        response = studio.retriever.compare(body)
        metrics.count_search(response.vector)
        metrics.count_search(response.hybrid)
        return _as_json(response)

    return await slots.of(SearchMode.HYBRID).run(answer)


def _as_json(answer: BaseModel) -> Response:
    """Written in the thread of the search: a long answer would hold up the loop of all others."""
    return Response(answer.model_dump_json(), media_type="application/json")
