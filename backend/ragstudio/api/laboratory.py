"""The chunk laboratory."""

from fastapi import APIRouter

from ragstudio.api.dependencies import StudioDependency
from ragstudio.api.errors import document_errors
from ragstudio.laboratory.report import LaboratoryReport
from ragstudio.laboratory.request import LaboratoryRequest

router = APIRouter(prefix="/api/laboratory", tags=["laboratory"], responses=document_errors(503))


@router.post(
    "/chunking",
    summary="Try ways to cut a text",
    responses=document_errors(404, 409, 415),
)
def try_chunking(request: LaboratoryRequest, studio: StudioDependency) -> LaboratoryReport:
    """Cut a document or a pasted text one or two ways and check the evidence in the chunks.

    Nothing is stored.
    """
    return studio.laboratory.compare(request)
