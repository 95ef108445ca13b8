"""The collection `documents`: records, their listing and their metadata."""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

from bson import ObjectId
from pymongo import DESCENDING
from pymongo.client_session import ClientSession
from pymongo.collection import Collection
from pymongo.errors import DuplicateKeyError

from ragstudio.errors import DocumentNotFound
from ragstudio.records import Document, DocumentStatus, SourceMetadata, Unread
from ragstudio.storage.leases import LeaseQueries
from ragstudio.storage.mapping import (
    BsonDocument,
    document_from_bson,
    source_from_bson,
    to_bson,
    to_object_id,
    to_object_ids,
)
from ragstudio.storage.rechunking import RechunkingQueries


class IdentityTaken(Exception):
    """Another document already has this identity (the same bytes)."""


class DocumentRepository(LeaseQueries, RechunkingQueries):
    """All queries on `documents`; workers' are in `leases` and `rechunking`."""

    def __init__(self, collection: Collection[BsonDocument]) -> None:
        super().__init__(collection)

    def insert(self, document: Document, *, identity: str, session: ClientSession) -> None:
        """Store a new record. Raises `IdentityTaken` if the identity is in use."""
        fields = to_bson(document)
        fields["_id"] = ObjectId(fields.pop("id"))
        for name in ("raw_file_id", "replaces_document_id", "replaced_by_document_id"):
            fields[name] = ObjectId(fields[name]) if fields[name] else None
        try:
            self._collection.insert_one(
                {**fields, "identity": identity, "lease": None}, session=session
            )
        except DuplicateKeyError as error:
            raise IdentityTaken(identity) from error

    def get(self, document_id: str, session: ClientSession | None = None) -> Document:
        """One record. Raises `DocumentNotFound`."""
        stored = self._collection.find_one({"_id": to_object_id(document_id)}, session=session)
        if stored is None:
            raise DocumentNotFound.with_id(document_id)
        return document_from_bson(stored)

    def find_by_identity(self, identity: str) -> Document | None:
        """The record with this identity (the sha256 of its bytes), if there is one."""
        stored = self._collection.find_one({"identity": identity})
        return document_from_bson(stored) if stored else None

    def find_by_filename(self, filename: str) -> Document | None:
        """The newest record with exactly this file name, if there is one."""
        stored = self._collection.find_one({"filename": filename}, sort=[("_id", DESCENDING)])
        return document_from_bson(stored) if stored else None

    def list_page(
        self,
        *,
        statuses: Iterable[DocumentStatus] = (),
        groups: Iterable[str] = (),
        text: str = "",
        limit: int = 100,
        cursor: str | None = None,
    ) -> tuple[list[Document], str | None]:
        """A page of records, newest first, and the cursor of the next page (None at the end).

        `text` matches anywhere in the file name, ignoring case.
        """
        query = _listing_query(statuses, groups, text)
        if cursor:
            query["_id"] = {"$lt": to_object_id(cursor)}
        found = list(self._collection.find(query).sort("_id", DESCENDING).limit(limit + 1))
        more = len(found) > limit
        documents = [document_from_bson(stored) for stored in found[:limit]]
        return documents, documents[-1].id if more else None

    def count_facets(self, *, text: str = "") -> dict[str, dict[str, int]]:
        """How many documents each status and each group has."""
        query = _listing_query((), (), text)
        return {
            field: {
                str(row["_id"]): row["count"]
                for row in self._collection.aggregate(
                    [
                        {"$match": query},
                        {"$group": {"_id": f"${field}", "count": {"$sum": 1}}},
                        {"$sort": {"_id": 1}},
                    ]
                )
            }
            for field in ("status", "group")
        }

    def unready_among(self, document_ids: Iterable[str]) -> list[str]:
        """Those of the documents that are here and not ready, which no search finds."""
        query = {
            "_id": {"$in": to_object_ids(document_ids)},
            "status": {"$ne": DocumentStatus.READY.value},
        }
        return [str(stored["_id"]) for stored in self._collection.find(query, {"_id": 1})]

    def fetch_sources(self, document_ids: Iterable[str]) -> dict[str, SourceMetadata]:
        """Source metadata of those of the documents that exist and are ready."""
        found = self._collection.find(
            {
                "_id": {"$in": to_object_ids(document_ids)},
                "status": DocumentStatus.READY.value,
            },
            {"source": 1},
        )
        return {str(stored["_id"]): source_from_bson(stored.get("source")) for stored in found}

    def fetch_unread(self, document_id: str) -> list[Unread]:
        """What was not read of a document; nothing where it is gone."""
        found = self._collection.find_one({"_id": to_object_id(document_id)}, {"unread": 1})
        return [Unread(**each) for each in (found or {}).get("unread", [])]

    def find_related(
        self,
        record_ids: Iterable[str],
        document_ids: Iterable[str],
        session: ClientSession | None = None,
    ) -> list[Document]:
        """The documents named, and those that bear one of the record ids or name one of either
        as what they replace, are replaced by or amend; oldest first."""
        records, ids = list(record_ids), list(document_ids)
        object_ids = to_object_ids(ids)
        found = self._collection.find(
            {
                "$or": [
                    {"_id": {"$in": object_ids}},
                    {"replaces_document_id": {"$in": object_ids}},
                    {"replaced_by_document_id": {"$in": object_ids}},
                    {"source.replaced_by": {"$in": [*records, *ids]}},
                    *(
                        {f"source.{name}": {"$in": records}}
                        for name in ("record_id", "replaces", "amends")
                    ),
                ]
            },
            session=session,
        )
        return [document_from_bson(stored) for stored in found.sort("_id", 1)]

    def all_ids(self) -> set[str]:
        """Ids of all documents."""
        return {str(stored["_id"]) for stored in self._collection.find({}, {"_id": 1})}

    def iterate(self) -> Iterable[Document]:
        """All records, oldest first."""
        return map(document_from_bson, self._collection.find({}).sort("_id", 1))

    def ids_with_status(self, status: DocumentStatus) -> list[str]:
        """Ids of the documents in one status, oldest first."""
        found = self._collection.find({"status": status.value}, {"_id": 1}).sort("_id", 1)
        return [str(stored["_id"]) for stored in found]

    def count_with_status(self, status: DocumentStatus, most: int) -> int:
        """How many documents are in one status; counting stops at `most`."""
        return self._collection.count_documents({"status": status.value}, limit=most)

    def set_source(
        self,
        document_id: str,
        source: SourceMetadata,
        session: ClientSession,
        origins: Mapping[str, str],
    ) -> bool:
        """Replace the source metadata and where it was found; False without such a document."""
        fields = {"source": to_bson(source), "source_origins": dict(origins)}
        return self._set(document_id, fields, session)

    def add_warning(self, document_id: str, warning: str) -> None:
        """Add a sentence to a document's warnings."""
        self._collection.update_one(
            {"_id": to_object_id(document_id)}, {"$addToSet": {"warnings": warning}}
        )

    def set_successor(self, document_id: str, successor_id: str, session: ClientSession) -> bool:
        """Note which document replaced this one; False where there is no such document."""
        return self._set(
            document_id, {"replaced_by_document_id": to_object_id(successor_id)}, session
        )

    def mark_deleting(self, document_id: str) -> Document:
        """Fence the document against all work in flight. Raises `DocumentNotFound`."""
        stored = self._collection.find_one_and_update(
            {"_id": to_object_id(document_id)},
            {
                "$set": {
                    "status": DocumentStatus.DELETING.value,
                    "lease": None,
                    "updated_at": datetime.now(UTC),
                }
            },
            return_document=True,
        )
        if stored is None:
            raise DocumentNotFound.with_id(document_id)
        return document_from_bson(stored)

    def remove(self, document_id: str, session: ClientSession) -> int:
        """Remove the record; returns how many there were (0 or 1)."""
        identifier = to_object_id(document_id)
        return self._collection.delete_one({"_id": identifier}, session=session).deleted_count

    def count(self, document_id: str, session: ClientSession | None = None) -> int:
        """Live count of the record: 0 or 1."""
        return self._collection.count_documents({"_id": to_object_id(document_id)}, session=session)

    def total(self) -> int:
        """How many documents there are."""
        return self._collection.count_documents({})

    def _set(self, document_id: str, fields: dict[str, Any], session: ClientSession) -> bool:
        result = self._collection.update_one(
            {"_id": to_object_id(document_id)},
            {"$set": {**fields, "updated_at": datetime.now(UTC)}},
            session=session,
        )
        return result.matched_count == 1


def _listing_query(
    statuses: Iterable[DocumentStatus], groups: Iterable[str], text: str
) -> dict[str, Any]:
    query: dict[str, Any] = {}
    if statuses := list(statuses):
        query["status"] = {"$in": [status.value for status in statuses]}
    if groups := list(groups):
        query["group"] = {"$in": groups}
    if text:
        query["filename"] = {"$regex": re.escape(text), "$options": "i"}
    return query
