"""Re-chunking a ready document: asked for, claimed, failed or finished, while it stays ready.

The document's `lease` is used, which a ready document has otherwise none of; the fields of the work
stand below `rechunking`.
"""

import secrets
from datetime import UTC, datetime, timedelta
from typing import Any

from pymongo import ASCENDING
from pymongo.client_session import ClientSession
from pymongo.collection import Collection

from ragstudio.records import (
    ChunkingConfiguration,
    Document,
    DocumentError,
    DocumentStatus,
    Lease,
    Progress,
    Rechunking,
    Stage,
)
from ragstudio.storage.mapping import BsonDocument, document_from_bson, to_bson, to_object_id

_READY = DocumentStatus.READY.value
_INDEXING = Stage.INDEXING.value
# Served by a sparse index, which holds only documents that have one asked for.
_UNDER_WAY = {
    "rechunking.requested_at": {"$exists": True},
    "status": _READY,
    "rechunking.error": None,
}
_IN_WORK = {**_UNDER_WAY, "rechunking.stage": {"$ne": _INDEXING}}


class RechunkingQueries:
    """The part of the document repository that re-chunking uses."""

    def __init__(self, collection: Collection[BsonDocument]) -> None:
        self._collection = collection

    def request_rechunking(
        self, document_id: str, chunking: ChunkingConfiguration
    ) -> Document | None:
        """Ask for other chunks; None where it is not ready or a re-chunking is under way."""
        now = datetime.now(UTC)
        stored = self._collection.find_one_and_update(
            {
                "_id": to_object_id(document_id),
                "status": _READY,
                "$or": [{"rechunking": None}, {"rechunking.error": {"$ne": None}}],
            },
            {
                "$set": {
                    "rechunking": to_bson(Rechunking(chunking=chunking, requested_at=now)),
                    "lease": None,
                    "updated_at": now,
                }
            },
            return_document=True,
        )
        return document_from_bson(stored) if stored else None

    def claim_rechunking(
        self, owner: str, seconds: float, max_attempts: int
    ) -> tuple[Document, Lease] | None:
        """Take the oldest that nobody works on; None without one.

        One that has had all its attempts is not taken again.
        """
        now = datetime.now(UTC)
        lease = Lease(
            owner=owner, token=secrets.token_hex(16), expires_at=now + timedelta(seconds=seconds)
        )
        stored = self._collection.find_one_and_update(
            {**_IN_WORK, "rechunking.attempts": {"$lt": max_attempts}, **_abandoned(now)},
            {
                "$set": {
                    "lease": to_bson(lease),
                    "rechunking.stage": None,
                    "rechunking.stages": [],
                    "rechunking.progress": to_bson(Progress()),
                    "updated_at": now,
                },
                "$inc": {"rechunking.attempts": 1},
            },
            sort=[("rechunking.requested_at", ASCENDING)],
            return_document=True,
        )
        return (document_from_bson(stored), lease) if stored else None

    def give_back_rechunking(self, document_id: str, lease: Lease) -> None:
        """Put a claimed one back unharmed, when its worker is asked to stop."""
        self._collection.update_one(
            {"_id": to_object_id(document_id), "status": _READY, "lease.token": lease.token},
            {
                "$set": {"lease": None, "rechunking.stage": None, "updated_at": datetime.now(UTC)},
                "$inc": {"rechunking.attempts": -1},
            },
        )

    def release_rechunking_leases(self, owner_prefix: str = "") -> int:
        """Free those of workers known to be dead, all with an empty prefix; returns how many."""
        query: dict[str, Any] = {**_IN_WORK, "lease": {"$ne": None}}
        if owner_prefix:
            query["lease.owner"] = {"$gte": owner_prefix, "$lt": owner_prefix + "\uffff"}
        result = self._collection.update_many(
            query, {"$set": {"lease": None, "updated_at": datetime.now(UTC)}}
        )
        return result.modified_count

    def fail_exhausted_rechunkings(self, max_attempts: int, error: DocumentError) -> int:
        """Give up what has had all its attempts and is not being worked on."""
        now = datetime.now(UTC)
        result = self._collection.update_many(
            {**_IN_WORK, "rechunking.attempts": {"$gte": max_attempts}, **_abandoned(now)},
            [
                {
                    "$set": {
                        "lease": None,
                        "updated_at": now,
                        "rechunking.error": {**to_bson(error), "stage": "$rechunking.stage"},
                    }
                }
            ],
        )
        return result.modified_count

    def awaiting_new_index(self) -> list[Document]:
        """Documents whose chunks were swapped and that only wait for the search engine."""
        found = self._collection.find({**_UNDER_WAY, "rechunking.stage": _INDEXING})
        return [document_from_bson(stored) for stored in found]

    def finish_rechunking(
        self, document: Document, fields: dict[str, Any], session: ClientSession
    ) -> bool:
        """End it, with `rechunking` gone; False where the document has meanwhile moved on."""
        result = self._collection.update_one(
            {"_id": to_object_id(document.id), **_UNDER_WAY, "rechunking.stage": _INDEXING},
            {"$set": {**to_bson(fields), "rechunking": None, "updated_at": datetime.now(UTC)}},
            session=session,
        )
        return result.matched_count == 1


def _abandoned(now: datetime) -> dict[str, Any]:
    return {"$or": [{"lease": None}, {"lease.expires_at": {"$lt": now}}]}
