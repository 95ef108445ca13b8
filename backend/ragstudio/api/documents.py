"""The documents: taken in, listed, opened, corrected, retried, replaced and deleted."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from pydantic import BaseModel, StringConstraints
from starlette.concurrency import run_in_threadpool

from ragstudio.api.dependencies import (
    DatabaseDependency,
    DocumentId,
    StudioDependency,
    admit_upload,
    count_files,
)
from ragstudio.api.errors import ErrorDetail, document_errors
from ragstudio.api.multipart import ReceivedFile, ReceivedForm, receive_files
from ragstudio.chunking.factory import STRATEGY_NAMES
from ragstudio.chunking.plan import ChunkingChoice, plan_chunking
from ragstudio.errors import InvalidRequest, StudioError
from ragstudio.lifecycle.intake import (
    DEFAULT_GROUP,
    MAX_GROUP_CHARACTERS,
    OnDuplicate,
    check_group,
)
from ragstudio.lifecycle.rechunking import request_rechunking
from ragstudio.lifecycle.retry import retry_document
from ragstudio.lifecycle.source_editing import SourceEdit, edit_source
from ragstudio.records import SAYS_SOMETHING, DeletionReceipt, Document, DocumentStatus
from ragstudio.settings import AUTOMATIC, LARGEST_CHUNK, SMALLEST_CHUNK, Settings
from ragstudio.storage.errors import DatabaseFailure, explain
from ragstudio.studio import Studio

router = APIRouter(prefix="/api/documents", tags=["documents"], responses=document_errors(503))

_FIRST_ID = "$response.body#/items/0/id"
# A browser sends the fields of a form that nobody filled in as empty ones.
_EMPTY = {"type": "string", "enum": [""]}
_CHUNKING_FIELDS = {
    "chunk_strategy": {"type": "string", "enum": [AUTOMATIC, *STRATEGY_NAMES, ""]},
    "chunk_size": {
        "anyOf": [{"type": "integer", "minimum": SMALLEST_CHUNK, "maximum": LARGEST_CHUNK}, _EMPTY]
    },
    "chunk_overlap": {
        "anyOf": [{"type": "integer", "minimum": 0, "maximum": LARGEST_CHUNK - 1}, _EMPTY]
    },
}
# What can be done with a document that was just taken in.
_LINKS = {
    operation: {"operationId": operation, "parameters": {"document_id": _FIRST_ID}}
    for operation in (
        "get_document",
        "get_document_text",
        "list_document_chunks",
        "count_document_storage",
        "download_raw_file",
        "edit_document_source",
        "rechunk_document",
        "delete_document",
    )
}
_FILES = {"type": "array", "items": {"type": "string", "format": "binary"}, "minItems": 1}


class RefusedFile(BaseModel):
    """A file of an upload that was not taken in, and why."""

    filename: str
    error: ErrorDetail


class UploadResponse(BaseModel):
    """One item a file, in the order of the upload."""

    items: list[Document | RefusedFile]


class DocumentPage(BaseModel):
    """A page of documents, newest first. `facets` count the documents that match `q`."""

    items: list[Document]
    next_cursor: str | None
    facets: dict[Literal["status", "group"], dict[str, int]]


def _describe_form(properties: dict[str, Any]) -> dict[str, Any]:
    schema = {
        "type": "object",
        "required": ["files"],
        "properties": properties,
        "additionalProperties": False,
    }
    return {
        "requestBody": {"required": True, "content": {"multipart/form-data": {"schema": schema}}}
    }


@router.post(
    "",
    status_code=202,
    summary="Upload files",
    dependencies=[Depends(admit_upload)],
    responses={202: {"links": _LINKS}, **document_errors(400, 409, 413, 415, 429, 507)},
    openapi_extra=_describe_form(
        {
            "files": _FILES,
            "group": {
                "type": "string",
                "minLength": 1,
                "maxLength": MAX_GROUP_CHARACTERS,
                "pattern": SAYS_SOMETHING,
                "default": DEFAULT_GROUP,
            },
            "on_duplicate": {"type": "string", "enum": list(OnDuplicate), "default": "reject"},
            **_CHUNKING_FIELDS,
        }
    ),
)
async def upload_documents(request: Request, studio: StudioDependency) -> UploadResponse:
    """Store each file and queue it. A file that is refused does not stop the others.

    If the upload carries one file and it is refused, the answer is that file's own error.
    """
    names = frozenset({"group", "on_duplicate", *_CHUNKING_FIELDS})
    async with receive_files(request, studio.settings, field_names=names) as form:
        count_files(request, len(form.files))
        on_duplicate = _read_on_duplicate(form.fields.get("on_duplicate", "reject"))
        group = form.fields.get("group", DEFAULT_GROUP)
        check_group(group)
        choice = _read_choice(form, studio.settings)
        items: list[Document | RefusedFile] = []
        for received in form.files:
            try:
                items.append(
                    await run_in_threadpool(_accept, studio, received, group, on_duplicate, choice)
                )
            except (StudioError, DatabaseFailure) as error:
                if len(form.files) == 1:
                    raise
                items.append(_refuse(received, error))
    return UploadResponse(items=items)


def _accept(
    studio: Studio,
    received: ReceivedFile,
    group: str,
    on_duplicate: OnDuplicate,
    choice: ChunkingChoice,
) -> Document:
    if received.error is not None:
        raise received.error
    return studio.intake.accept(
        received.upload, group=group, on_duplicate=on_duplicate, chunking=choice
    )


def _refuse(received: ReceivedFile, error: Exception) -> RefusedFile:
    known = error if isinstance(error, StudioError) else explain(error)
    return RefusedFile(filename=received.upload.filename, error=ErrorDetail(**known.as_dict()))


def _read_choice(form: ReceivedForm, settings: Settings) -> ChunkingChoice:
    """How the files are to be cut. Raises `InvalidRequest` before any of them is stored."""
    choice = ChunkingChoice.read(*(form.fields.get(name, "") for name in _CHUNKING_FIELDS))
    plan_chunking(choice, "", settings)
    return choice


def _read_on_duplicate(value: str) -> OnDuplicate:
    try:
        return OnDuplicate(value)
    except ValueError:
        raise InvalidRequest(
            "on_duplicate must be `reject` or `keep`.",
            hint="Leave it out to refuse bytes the studio already holds.",
        ) from None


@router.get("", summary="List documents")
def list_documents(
    *,
    database: DatabaseDependency,
    status: Annotated[
        list[DocumentStatus], Query(default_factory=list, description="Keep these statuses.")
    ],
    group: Annotated[list[str], Query(default_factory=list, description="Keep these groups.")],
    q: Annotated[
        str,
        StringConstraints(pattern=r"^[^\x00]*$", max_length=500),
        Query(description="Text anywhere in the file name, ignoring case."),
    ] = "",
    limit: Annotated[int, Query(ge=1, le=500, description="Most documents in the page.")] = 100,
    cursor: Annotated[
        str | None,
        Query(pattern=r"^[0-9a-f]{24}$", description="`next_cursor` of the page before."),
    ] = None,
) -> DocumentPage:
    """A page of documents, newest first, with counts by status and group."""
    items, next_cursor = database.documents.list_page(
        statuses=status, groups=group, text=q, limit=limit, cursor=cursor
    )
    facets = database.documents.count_facets(text=q)
    return DocumentPage(
        items=items,
        next_cursor=next_cursor,
        facets={"status": facets["status"], "group": facets["group"]},
    )


@router.get("/{document_id}", summary="Show a document", responses=document_errors(404))
def get_document(document_id: DocumentId, database: DatabaseDependency) -> Document:
    """The record as it is now."""
    return database.documents.get(document_id)


@router.patch(
    "/{document_id}",
    summary="Correct source metadata",
    responses=document_errors(404, 409),
)
def edit_document_source(
    document_id: DocumentId, edit: SourceEdit, database: DatabaseDependency
) -> Document:
    """Change what a ready document says about itself; the next search goes by it."""
    return edit_source(database, document_id, edit)


@router.delete("/{document_id}", summary="Delete a document", responses=document_errors(404))
def delete_document(document_id: DocumentId, studio: StudioDependency) -> DeletionReceipt:
    """Remove it in every form, in whatever state it is, and prove it with a re-count."""
    return studio.deletion.delete(document_id)


@router.post(
    "/{document_id}/retry",
    status_code=202,
    summary="Retry a failed document",
    responses=document_errors(404, 409),
)
def retry_failed_document(document_id: DocumentId, database: DatabaseDependency) -> Document:
    """Queue a failed document again, with a fresh set of attempts."""
    return retry_document(database, document_id)


@router.post(
    "/{document_id}/chunking",
    status_code=202,
    summary="Cut a document anew",
    responses=document_errors(404, 409),
)
def rechunk_document(
    document_id: DocumentId, choice: ChunkingChoice, studio: StudioDependency
) -> Document:
    """Cut a ready document by another strategy or size; the old chunks serve meanwhile."""
    return request_rechunking(studio.database, studio.settings, document_id, choice)


@router.post(
    "/{document_id}/versions",
    status_code=202,
    summary="Upload a new version",
    dependencies=[Depends(admit_upload)],
    responses=document_errors(400, 404, 409, 413, 415, 429, 507),
    openapi_extra=_describe_form({"files": {**_FILES, "maxItems": 1}, **_CHUNKING_FIELDS}),
)
async def upload_version(
    document_id: DocumentId, request: Request, studio: StudioDependency
) -> Document:
    """Store a file that replaces the document once it is ready; until then both exist."""
    names = frozenset(_CHUNKING_FIELDS)
    async with receive_files(request, studio.settings, field_names=names) as form:
        if len(form.files) != 1:
            raise InvalidRequest(
                f"The upload carries {len(form.files)} files; a new version is one file.",
                hint="Send exactly one part named `files`.",
            )
        received = form.files[0]
        if received.error is not None:
            raise received.error
        choice = _read_choice(form, studio.settings)
        return await run_in_threadpool(
            studio.intake.accept_version, document_id, received.upload, choice
        )
