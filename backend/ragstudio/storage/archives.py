"""Whole documents read in one snapshot for an archive, and the chunks of one stored."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from pymongo import ASCENDING, MongoClient
from pymongo.client_session import ClientSession
from pymongo.database import Database
from pymongo.errors import BulkWriteError

from ragstudio.records import DocumentStatus
from ragstudio.storage.archive_records import ArchivedRecord, encode_chunk
from ragstudio.storage.documents import IdentityTaken
from ragstudio.storage.mapping import (
    BsonDocument,
    document_from_bson,
    to_object_id,
)
from ragstudio.storage.raw_files import BUCKET

_INSERTED_AT_ONCE = 500
_DUPLICATE_KEY = 11000


@dataclass(frozen=True, slots=True)
class StoredDocument:
    """One document in all its stored forms, as they were at one moment; read while it is open."""

    record: ArchivedRecord
    chunk_count: int
    session: ClientSession


class ArchiveRepository:
    """The queries of export and import."""

    def __init__(self, client: MongoClient[BsonDocument], database: Database[BsonDocument]) -> None:
        self._client = client
        self._documents = database["documents"]
        self._chunks = database["chunks"]
        self._raw_files = database[f"{BUCKET}.files"]
        self._raw_chunks = database[f"{BUCKET}.chunks"]

    def list_ids(self, groups: Sequence[str]) -> list[str]:
        """Ids of the documents of the groups, of all without any, oldest first.

        A document that is being deleted is not among them.
        """
        query: dict[str, Any] = {"status": {"$ne": DocumentStatus.DELETING.value}}
        if groups:
            query["group"] = {"$in": list(groups)}
        return [
            str(stored["_id"]) for stored in self._documents.find(query, {"_id": 1}).sort("_id")
        ]

    @contextmanager
    def open(self, document_id: str) -> Iterator[StoredDocument | None]:
        """A document as it is at this moment, whatever is written meanwhile; None once it is gone.

        MongoDB keeps the moment for five minutes.
        """
        with self._client.start_session(snapshot=True) as session:
            stored = self._documents.find_one({"_id": to_object_id(document_id)}, session=session)
            if stored is None or stored.get("status") == DocumentStatus.DELETING.value:
                yield None
                return
            count = self._chunks.count_documents({"document_id": stored["_id"]}, session=session)
            record = ArchivedRecord(document_from_bson(stored), str(stored.get("identity")))
            yield StoredDocument(record, count, session)

    def read_chunks(self, stored: StoredDocument, dimensions: int) -> Iterator[bytes]:
        """The chunks of an open document as BSON, in order. Raises `UnsoundRecord`."""
        found = self._chunks.find(
            {"document_id": to_object_id(stored.record.document.id)}, session=stored.session
        )
        for row in found.sort("chunk_index", ASCENDING):
            yield encode_chunk(row, dimensions)

    def read_raw(self, stored: StoredDocument) -> Iterator[bytes]:
        """The raw bytes of an open document in pieces; none where its file is missing."""
        file_id = to_object_id(stored.record.document.raw_file_id)
        session = stored.session
        if self._raw_files.find_one({"_id": file_id}, {"_id": 1}, session=session) is None:
            return
        for row in self._raw_chunks.find({"files_id": file_id}, session=session).sort("n", 1):
            yield bytes(row["data"])

    def insert_chunks(self, rows: Iterable[BsonDocument], session: ClientSession) -> int:
        """Store chunks in the transaction that stores their record; returns how many.

        Raises `IdentityTaken` where one's id is in use.
        """
        count, waiting = 0, list[BsonDocument]()
        try:
            for row in rows:
                waiting.append(row)
                if len(waiting) == _INSERTED_AT_ONCE:
                    self._chunks.insert_many(waiting, session=session)
                    count, waiting = count + len(waiting), []
            if waiting:
                self._chunks.insert_many(waiting, session=session)
        except BulkWriteError as error:
            if any(part["code"] == _DUPLICATE_KEY for part in error.details["writeErrors"]):
                raise IdentityTaken("chunk") from error
            raise
        return count + len(waiting)
