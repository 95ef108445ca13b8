"""What a document consists of: raw bytes, text, chunks, and its counts in every form."""

from collections.abc import Iterator
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel

from ragstudio.api.content_disposition import attach
from ragstudio.api.dependencies import DatabaseDependency, DocumentId, StudioDependency
from ragstudio.api.errors import document_errors
from ragstudio.errors import NotFound
from ragstudio.formats import FORMATS, Kind
from ragstudio.lifecycle.extracted_text import ExtractedText, read_extracted_text
from ragstudio.lifecycle.page_preview import render_document_page
from ragstudio.records import Chunk, StorageCounts

router = APIRouter(
    prefix="/api/documents/{document_id}",
    tags=["documents"],
    responses=document_errors(404, 503),
)

_READ_BYTES = 255 * 1024
# Types that no browser runs, or renders with the studio's own rights; source code may be a script.
_SAFE_TYPES = frozenset(
    each.content_type
    for each in FORMATS.values()
    if each.kind not in {Kind.CODE, Kind.HTML, Kind.XML, Kind.EML}
)


class ChunkPage(BaseModel):
    """Chunks in order; `total` counts all of the document's."""

    items: list[Chunk]
    total: int


@router.get(
    "/raw",
    summary="Download the original bytes",
    response_class=StreamingResponse,
    responses={
        200: {
            "content": {"*/*": {"schema": {"type": "string", "format": "binary"}}},
            "description": "The bytes as they were uploaded.",
        }
    },
)
def download_raw_file(document_id: DocumentId, database: DatabaseDependency) -> StreamingResponse:
    """The file as it was uploaded, under its own name."""
    document = database.documents.get(document_id)
    file = database.raw_files.open(document.raw_file_id)
    if file is None:
        raise NotFound(
            f"The raw file of {document.filename} is no longer stored.",
            hint="Run `ragstudio audit`; delete the document and upload it again.",
        )

    def read() -> Iterator[bytes]:
        with file:
            while piece := file.read(_READ_BYTES):
                yield piece

    safe = document.content_type in _SAFE_TYPES
    return StreamingResponse(
        read(),
        media_type=document.content_type if safe else "application/octet-stream",
        headers={
            "Content-Disposition": attach(document.filename),
            "Content-Length": str(file.length),
            "ETag": f'"{document.sha256}"',
        },
    )


@router.get(
    "/pages/{number}.png",
    summary="Look at a page of a PDF or picture",
    response_class=Response,
    responses={
        200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}},
        **document_errors(409),
    },
)
def get_document_page(
    document_id: DocumentId,
    studio: StudioDependency,
    number: Annotated[int, Path(ge=1, le=100_000, description="Page, counted from 1.")],
    width: Annotated[int, Query(ge=50, le=2000, description="Pixels across.")] = 800,
) -> Response:
    """The page as a picture, drawn from the raw file and kept nowhere."""
    picture = render_document_page(
        studio.database, studio.page_renderer, document_id, number, width
    )
    headers = {"Cache-Control": "no-store", "X-Page-Count": str(picture.page_count)}
    return Response(picture.data, media_type="image/png", headers=headers)


@router.get("/text", summary="Read the extracted text")
def get_document_text(document_id: DocumentId, studio: StudioDependency) -> ExtractedText:
    """The text with the offsets of its blocks and chunks, in characters."""
    return read_extracted_text(studio.database, document_id, studio.embedder)


@router.get("/chunks", summary="Open the chunks")
def list_document_chunks(
    document_id: DocumentId,
    database: DatabaseDependency,
    offset: Annotated[int, Query(ge=0, le=10_000_000, description="Chunks to skip.")] = 0,
    limit: Annotated[int, Query(ge=1, le=500, description="Most chunks in the page.")] = 100,
    vectors: Annotated[bool, Query(description="Add each chunk's numbers.")] = False,
) -> ChunkPage:
    """A page of chunks in the order of the text."""
    document = database.documents.get(document_id)
    items = database.chunks.list_page(document.id, offset=offset, limit=limit, with_vectors=vectors)
    return ChunkPage(items=items, total=database.chunks.count(document.id))


@router.get("/storage", summary="Count every representation")
def count_document_storage(document_id: DocumentId, studio: StudioDependency) -> StorageCounts:
    """Live count of the document in MongoDB and in the search engine."""
    return studio.deletion.count(studio.database.documents.get(document_id))
