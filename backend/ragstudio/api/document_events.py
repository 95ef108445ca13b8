"""A document's changes as they happen, as server-sent events."""

from collections.abc import AsyncIterator, Callable
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from ragstudio.api.dependencies import (
    DatabaseDependency,
    DocumentId,
    StreamsDependency,
    StudioDependency,
)
from ragstudio.api.errors import document_errors
from ragstudio.api.server_sent_events import Channel
from ragstudio.errors import DocumentNotFound
from ragstudio.records import Document, DocumentStatus
from ragstudio.studio import Studio

router = APIRouter(prefix="/api/documents", tags=["documents"])

_ENDED = frozenset({DocumentStatus.READY, DocumentStatus.FAILED})


def find_document(document_id: DocumentId, database: DatabaseDependency) -> Document:
    """The document, looked up before the stream begins. Raises `DocumentNotFound`."""
    return database.documents.get(document_id)


@router.get(
    "/{document_id}/events",
    summary="Follow a document",
    response_class=EventSourceResponse,
    responses=document_errors(404, 503),
)
async def follow_document(
    document: Annotated[Document, Depends(find_document)],
    studio: StudioDependency,
    streams: StreamsDependency,
) -> AsyncIterator[ServerSentEvent]:
    """`document` events with the whole record: the present state, then one a change.

    Ends once the document is ready, and not being cut anew, or has failed, or with a `deleted`
    event.
    """
    document_id = document.id
    channel: Channel[Document | None] = Channel()
    # Attached before the state is read: a change in between is seen at least once.
    async with streams.open(channel, lambda: _listen(studio, document_id, channel)):
        channel.put(await run_in_threadpool(_find, studio, document_id))
        told: Document | None = None
        async for change in channel:
            if change is None:
                yield ServerSentEvent(event="deleted", data={"id": document_id})
                return
            if told is not None and (change == told or change.updated_at < told.updated_at):
                continue
            told = change
            yield ServerSentEvent(event="document", data=told)
            if told.status in _ENDED and not _is_being_rechunked(told):
                return


def _is_being_rechunked(document: Document) -> bool:
    return document.rechunking is not None and document.rechunking.error is None


def _listen(
    studio: Studio, document_id: str, channel: Channel[Document | None]
) -> Callable[[], None]:
    def notice(changed_id: str, document: Document | None) -> None:
        if changed_id == document_id:
            channel.put(document)

    return studio.events.subscribe(notice)


def _find(studio: Studio, document_id: str) -> Document | None:
    try:
        return studio.database.documents.get(document_id)
    except DocumentNotFound:
        return None
