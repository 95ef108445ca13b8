"""Loading the sample documents."""

from fastapi import APIRouter, Depends

from ragstudio.api.dependencies import StudioDependency, admit_upload
from ragstudio.api.documents import RefusedFile, UploadResponse
from ragstudio.api.errors import ErrorDetail, document_errors
from ragstudio.lifecycle.samples import RefusedSample, load_samples, locate_samples

router = APIRouter(prefix="/api/samples", tags=["documents"], responses=document_errors(404, 503))


@router.post(
    "",
    status_code=202,
    summary="Load the sample documents",
    dependencies=[Depends(admit_upload)],
    responses=document_errors(429),
)
def load_sample_documents(studio: StudioDependency) -> UploadResponse:
    """Queue every sample document, as an upload would; those already here are refused."""
    return UploadResponse(
        items=[
            RefusedFile(filename=item.filename, error=ErrorDetail(**item.error.as_dict()))
            if isinstance(item, RefusedSample)
            else item
            for item in load_samples(studio.intake, locate_samples())
        ]
    )
