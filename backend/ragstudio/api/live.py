"""Every document's changes in one stream, for lists that stay up to date."""

from collections.abc import AsyncIterator, Callable

from fastapi import APIRouter
from fastapi.sse import EventSourceResponse, ServerSentEvent

from ragstudio.api.dependencies import StreamsDependency, StudioDependency
from ragstudio.api.server_sent_events import Channel
from ragstudio.records import Document
from ragstudio.studio import Studio

router = APIRouter(prefix="/api/events", tags=["documents"])


@router.get("", summary="Follow all documents", response_class=EventSourceResponse)
async def follow_documents(
    studio: StudioDependency, streams: StreamsDependency
) -> AsyncIterator[ServerSentEvent]:
    """`document` events with the whole record, `deleted` events with an id; never ends.

    The first event is `open`: what changes after it is told, what was before is in the list.
    """
    channel: Channel[tuple[str, Document | None]] = Channel()
    async with streams.open(channel, lambda: _listen(studio, channel)):
        yield ServerSentEvent(event="open", data={})
        async for document_id, document in channel:
            if document is None:
                yield ServerSentEvent(event="deleted", data={"id": document_id})
            else:
                yield ServerSentEvent(event="document", data=document)


def _listen(studio: Studio, channel: Channel[tuple[str, Document | None]]) -> Callable[[], None]:
    return studio.events.subscribe(lambda changed_id, document: channel.put((changed_id, document)))
