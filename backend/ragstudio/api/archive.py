"""Documents with their vectors as one file: out of the studio, and into one."""

import tempfile
from datetime import UTC, datetime
from typing import IO, Annotated

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from ragstudio.api.bounded_body import ARCHIVE_PATH
from ragstudio.api.dependencies import DatabaseDependency, StudioDependency
from ragstudio.api.errors import document_errors
from ragstudio.errors import FileTooLarge, InvalidUpload
from ragstudio.lifecycle.archive.exporter import export_archive
from ragstudio.lifecycle.archive.format import MEDIA_TYPE, ImportReport
from ragstudio.lifecycle.archive.importer import import_archive
from ragstudio.settings import Settings

_BINARY = {MEDIA_TYPE: {"schema": {"type": "string", "format": "binary"}}}

router = APIRouter(prefix=ARCHIVE_PATH, tags=["documents"], responses=document_errors(503))


@router.get(
    "",
    summary="Export documents",
    response_class=StreamingResponse,
    responses={200: {"description": "The archive.", "content": _BINARY}},
)
def export_documents(
    database: DatabaseDependency,
    group: Annotated[
        list[str], Query(default_factory=list, description="Export these groups; all without any.")
    ],
) -> StreamingResponse:
    """Every document with its raw bytes, chunks and vectors, as a ZIP whose hashes it carries."""
    name = f"ragstudio-{datetime.now(UTC):%Y-%m-%d}.zip"
    return StreamingResponse(
        export_archive(database, group),
        media_type=MEDIA_TYPE,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@router.post(
    "",
    status_code=202,
    summary="Import documents",
    responses=document_errors(400, 409, 413),
    openapi_extra={"requestBody": {"required": True, "content": _BINARY}},
)
async def import_documents(request: Request, studio: StudioDependency) -> ImportReport:
    """Verify an archive, then store each document that is not here yet; nothing if it is damaged.

    What was ready in it is ready again once it is indexed; what was not is processed.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != MEDIA_TYPE:
        raise InvalidUpload(
            "The body is not application/zip.",
            hint="Send the archive itself as the body, with that content type.",
        )
    with tempfile.TemporaryFile() as file:
        await _receive(request, file, studio.settings)
        return await run_in_threadpool(import_archive, studio.database, file, studio.embedder.space)


async def _receive(request: Request, file: IO[bytes], settings: Settings) -> None:
    announced = request.headers.get("content-length", "")
    # Refused before any of it is read, by the limit that the person can change.
    if announced.isdecimal() and int(announced) > settings.max_archive_bytes:
        raise _refuse_size(settings)
    received = 0
    async for piece in request.stream():
        received += len(piece)
        if received > settings.max_archive_bytes:
            raise _refuse_size(settings)
        await run_in_threadpool(file.write, piece)


def _refuse_size(settings: Settings) -> FileTooLarge:
    return FileTooLarge(
        f"The archive is larger than {settings.max_archive_mb} MiB.",
        hint="Export one group after the other, or raise MAX_ARCHIVE_MB. Nothing was written.",
        details={"limit_bytes": settings.max_archive_bytes},
    )
