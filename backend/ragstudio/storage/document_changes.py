"""Following the documents as they change."""

from dataclasses import dataclass

from pydantic import ValidationError
from pymongo.collection import Collection
from pymongo.errors import PyMongoError

from ragstudio.records import Document
from ragstudio.storage.errors import unavailable
from ragstudio.storage.mapping import BsonDocument, document_from_bson
from ragstudio.storage.streams import drain

_BATCH = 1000


@dataclass(frozen=True, slots=True)
class DocumentChange:
    """One change of one document; `document` is None where it was deleted."""

    document_id: str
    document: Document | None


class DocumentChangeStream:
    """A change stream on `documents`, resumed by itself after short absences of MongoDB."""

    def __init__(self, collection: Collection[BsonDocument]) -> None:
        self._stream = collection.watch(
            [{"$match": {"operationType": {"$in": ["insert", "update", "replace", "delete"]}}}],
            full_document="updateLookup",
            max_await_time_ms=1000,
        )

    def poll(self) -> list[DocumentChange]:
        """Changes since the last call; waits up to a second for the first.

        Raises `DatabaseUnavailable` when the stream is broken: open a new one and read afresh.
        """
        changes: list[DocumentChange] = []
        try:
            for event in drain(self._stream, _BATCH):
                stored = event.get("fullDocument")
                try:
                    document = document_from_bson(stored) if stored else None
                except ValidationError:
                    # Edited by hand into something that is no document; nothing to announce.
                    continue
                changes.append(DocumentChange(str(event["documentKey"]["_id"]), document))
        except PyMongoError as error:
            raise unavailable(error) from error
        return changes

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()
