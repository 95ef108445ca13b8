"""A document's changes as they happen, as server-sent events."""

from collections.abc import AsyncIterator, Callable
from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.concurrency import run_in_threadpool

from ragstudio.api.dependencies import DatabaseDependency, DocumentId, StudioDependency
from ragstudio.api.errors import document_errors
from ragstudio.api.server_sent_events import Channel, attached
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
    document: Annotated[Document, Depends(find_document)], studio: StudioDependency
) -> AsyncIterator[ServerSentEvent]:
    """`document` events with the whole record: the present state, then one a change.

    Ends once the document is ready or has failed, or with a `deleted` event.
    """
    document_id = document.id
    # Subscribed before the state is read: a change in between is seen at least once.
    channel: Channel[Document | None] = Channel()
    async with attached(lambda: _listen(studio, document_id, channel)):
        present = await run_in_threadpool(_find, studio, document_id)
        while present is not None:
            yield ServerSentEvent(event="document", data=present)
            if present.status in _ENDED:
                return
            present = await _next_change(channel, present)
        yield ServerSentEvent(event="deleted", data={"id": document_id})


def _listen(
    studio: Studio, document_id: str, channel: Channel[Document | None]
) -> Callable[[], None]:
    def notice(changed_id: str, document: Document | None) -> None:
        if changed_id == document_id:
            channel.put(document)

    return studio.events.subscribe(notice)


async def _next_change(channel: Channel[Document | None], present: Document) -> Document | None:
    """The next state that is not the one already told, nor older than it."""
    while (document := await channel.get()) is not None:
        if document != present and document.updated_at >= present.updated_at:
            return document
    return None


def _find(studio: Studio, document_id: str) -> Document | None:
    try:
        return studio.database.documents.get(document_id)
    except DocumentNotFound:
        return None
