"""Reading change streams in batches."""

from collections.abc import Iterator
from typing import Any

from pymongo.change_stream import ChangeStream

from ragstudio.storage.mapping import BsonDocument


def drain(stream: ChangeStream[BsonDocument], limit: int) -> Iterator[dict[str, Any]]:
    """The next events, at most `limit`: waits for the first one, then takes what has arrived.

    Whether more has arrived is only known to the driver's cursor; asking the server instead
    would wait for news after every event.
    """
    for _ in range(limit):
        event = stream.try_next()
        if event is None:
            return
        yield event
        cursor = getattr(stream, "_cursor", None)
        if cursor is None or not cursor._has_next():
            return
