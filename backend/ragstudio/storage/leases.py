"""Leases on documents: claiming, renewing, and writes that only the leaseholder may make.

Every write names the lease token. Once the document is deleted, taken over or finished the token
matches nothing, and the writer gets `LeaseLost`: nothing is resurrected.
"""

import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

from pymongo import ASCENDING
from pymongo.client_session import ClientSession
from pymongo.collection import Collection

from ragstudio.errors import LeaseLost
from ragstudio.records import Document, DocumentError, DocumentStatus, Lease, Progress, Stage
from ragstudio.storage.mapping import BsonDocument, document_from_bson, to_bson, to_object_id

_QUEUED = DocumentStatus.QUEUED.value
_PROCESSING = DocumentStatus.PROCESSING.value
# A status nobody knows, set by hand, is shown as failed and can be retried like it.
_NOT_FAILED = [status.value for status in DocumentStatus if status is not DocumentStatus.FAILED]
_CLEAN = {
    "stage": None,
    "stages": [],
    "progress": to_bson(Progress()),
    "error": None,
    "counts": {"characters": 0, "chunks": 0, "vectors": 0},
}


class LeaseQueries:
    """The part of the document repository that workers use."""

    def __init__(self, collection: Collection[BsonDocument]) -> None:
        self._collection = collection

    def claim(self, owner: str, seconds: float, max_attempts: int) -> tuple[Document, Lease] | None:
        """Take the oldest document that is queued or whose lease has run out; None without one.

        One that has had all its attempts is not taken again.
        """
        now = datetime.now(UTC)
        lease = Lease(
            owner=owner, token=secrets.token_hex(16), expires_at=now + timedelta(seconds=seconds)
        )
        taken = {**_CLEAN, "status": _PROCESSING, "lease": to_bson(lease), "updated_at": now}
        stored = self._collection.find_one_and_update(
            {
                "attempts": {"$not": {"$gte": max_attempts}},
                "$or": _waiting(now),
            },
            [
                {
                    "$set": {
                        **{name: {"$literal": value} for name, value in taken.items()},
                        # Attempts that are no number would else keep every worker from claiming.
                        "attempts": {
                            "$add": [{"$cond": [{"$isNumber": "$attempts"}, "$attempts", 0]}, 1]
                        },
                    }
                }
            ],
            sort=[("_id", ASCENDING)],
            return_document=True,
        )
        return (document_from_bson(stored), lease) if stored else None

    def renew(self, document_id: str, lease: Lease, seconds: float) -> None:
        """Extend the lease. Raises `LeaseLost`."""
        expires_at = datetime.now(UTC) + timedelta(seconds=seconds)
        self.write(document_id, lease, {"lease.expires_at": expires_at})

    def write(
        self,
        document_id: str,
        lease: Lease,
        fields: dict[str, Any],
        session: ClientSession | None = None,
    ) -> None:
        """Set fields of a document under lease. Raises `LeaseLost`."""
        result = self._collection.update_one(
            {
                "_id": to_object_id(document_id),
                # A ready document has a lease only while its new chunks are made.
                "status": {"$in": [_PROCESSING, DocumentStatus.READY.value]},
                "lease.token": lease.token,
            },
            {"$set": {**to_bson(fields), "updated_at": datetime.now(UTC)}},
            session=session,
        )
        if result.matched_count == 0:
            raise LeaseLost(
                f"The lease on document {document_id} is no longer held.",
                hint="The document was deleted, or another worker has taken it over.",
            )

    def fail(
        self,
        document_id: str,
        lease: Lease,
        error: DocumentError,
        session: ClientSession | None = None,
    ) -> None:
        """End a document under lease as failed, with no chunks. Raises `LeaseLost`."""
        self.write(
            document_id,
            lease,
            {
                "status": DocumentStatus.FAILED,
                "error": error,
                "lease": None,
                "counts.chunks": 0,
                "counts.vectors": 0,
            },
            session,
        )

    def release_leases(self, owner_prefix: str = "") -> int:
        """Put documents of workers known to be dead back in the queue; returns how many.

        An empty prefix means all: right when a fresh embedded database proves no worker lives.
        """
        query: dict[str, Any] = {"status": _PROCESSING, "lease": {"$ne": None}}
        if owner_prefix:
            query["lease.owner"] = {"$gte": owner_prefix, "$lt": owner_prefix + "\uffff"}
        result = self._collection.update_many(
            query,
            {"$set": {"status": _QUEUED, "lease": None, "updated_at": datetime.now(UTC)}},
        )
        return result.modified_count

    def give_back(self, document_id: str, lease: Lease) -> None:
        """Put a claimed document back unharmed, when its worker is asked to stop."""
        self._collection.update_one(
            {"_id": to_object_id(document_id), "lease.token": lease.token},
            {
                "$set": {"status": _QUEUED, "lease": None, "updated_at": datetime.now(UTC)},
                "$inc": {"attempts": -1},
            },
        )

    def fail_exhausted(self, max_attempts: int, error: DocumentError) -> int:
        """Mark as failed what has had all its attempts and is not being worked on."""
        now = datetime.now(UTC)
        exhausted = {
            "attempts": {"$gte": max_attempts},
            "$or": _waiting(now),
        }
        # The stage it died in is kept: it says where to look.
        result = self._collection.update_many(
            exhausted,
            [
                {
                    "$set": {
                        "status": {"$literal": DocumentStatus.FAILED.value},
                        "lease": None,
                        "updated_at": now,
                        "error": {**to_bson(error), "stage": "$stage"},
                    }
                }
            ],
        )
        return result.modified_count

    def requeue(self, document_id: str) -> Document | None:
        """Give a failed document a fresh set of attempts; None where it is not failed."""
        stored = self._collection.find_one_and_update(
            {"_id": to_object_id(document_id), "status": {"$nin": _NOT_FAILED}},
            {
                "$set": {
                    **_CLEAN,
                    "status": _QUEUED,
                    "lease": None,
                    "attempts": 0,
                    "updated_at": datetime.now(UTC),
                }
            },
            return_document=True,
        )
        return document_from_bson(stored) if stored else None

    def awaiting_index(self) -> list[Document]:
        """Documents whose chunks are stored and that only wait for the search engine."""
        found = self._collection.find(
            {"status": _PROCESSING, "stage": Stage.INDEXING.value, "lease": None}
        )
        return [document_from_bson(stored) for stored in found]

    def finish_indexing(
        self, document: Document, fields: dict[str, Any], session: ClientSession
    ) -> bool:
        """End the indexing stage; False where the document has meanwhile moved on."""
        result = self._collection.update_one(
            {
                "_id": to_object_id(document.id),
                "status": _PROCESSING,
                "stage": Stage.INDEXING.value,
                "lease": None,
                "attempts": document.attempts,
            },
            {"$set": {**to_bson(fields), "updated_at": datetime.now(UTC)}},
            session=session,
        )
        return result.matched_count == 1


def _waiting(now: datetime) -> list[dict[str, Any]]:
    """What a worker may take: queued, or its lease has run out or was taken out by hand.

    A document without a lease in the indexing stage waits for the search engine instead.
    """
    return [
        {"status": _QUEUED},
        {
            "status": _PROCESSING,
            "lease.expires_at": {"$not": {"$gte": now}},
            "$nor": [{"stage": Stage.INDEXING.value, "lease": None}],
        },
    ]
