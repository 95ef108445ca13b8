"""Raw files in GridFS (bucket `raw_files`), written so that they can join a transaction.

PyMongo's GridFSBucket refuses sessions in a transaction, so the two collections are written and
removed directly, in the layout of MongoDB's GridFS specification; reading goes through PyMongo.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from bson import ObjectId
from bson.binary import Binary
from gridfs import GridFSBucket, NoFile
from gridfs.errors import CorruptGridFile
from gridfs.synchronous.grid_file import GridOut
from pymongo.client_session import ClientSession
from pymongo.database import Database
from pymongo.errors import PyMongoError

from ragstudio.storage.mapping import BsonDocument, to_object_id

BUCKET = "raw_files"
CHUNK_BYTES = 255 * 1024
_CHUNKS_A_WRITE = 16


RawFileBroken = CorruptGridFile
"""What reading a raw file raises where its chunks are not those that were written."""


@dataclass(frozen=True, slots=True)
class RawFile:
    """What the row of a raw file says of it."""

    id: str
    filename: str
    sha256: str


class RawFileRepository:
    """All queries on `raw_files.files` and `raw_files.chunks`."""

    def __init__(self, database: Database[BsonDocument]) -> None:
        self._files = database[f"{BUCKET}.files"]
        self._chunks = database[f"{BUCKET}.chunks"]
        # One entry for each file that is being written; its id carries when that began.
        self._uploads = database["uploads"]
        self._bucket = GridFSBucket(database, bucket_name=BUCKET)
        # Of this process: files that are not added yet, and those given up while MongoDB was away.
        self._unfinished: set[ObjectId] = set()
        self._abandoned: set[ObjectId] = set()

    def write_chunks(self, pieces: Iterable[bytes]) -> tuple[str, int]:
        """Store the bytes as GridFS chunks of a new file id; returns that id and the length.

        `pieces` may have any sizes. The file is not visible before `insert_file`; until `finish`
        or `abandon` its chunks are not swept. Where writing breaks, they are abandoned.
        """
        file_id = ObjectId()
        self._unfinished.add(file_id)
        try:
            self._uploads.insert_one({"_id": file_id})
            return str(file_id), self._write(file_id, pieces)
        except BaseException:
            self.abandon(str(file_id))
            raise

    def _write(self, file_id: ObjectId, pieces: Iterable[bytes]) -> int:
        number, length, waiting = 0, 0, []
        for data in _regroup(pieces, CHUNK_BYTES):
            waiting.append({"files_id": file_id, "n": number, "data": Binary(data)})
            number, length = number + 1, length + len(data)
            if len(waiting) == _CHUNKS_A_WRITE:
                self._chunks.insert_many(waiting)
                waiting = []
        if waiting:
            self._chunks.insert_many(waiting)
        return length

    def finish(self, file_id: str) -> None:
        """End the writing of a file that was added."""
        self._unfinished.discard(ObjectId(file_id))

    def abandon(self, file_id: str) -> None:
        """End the writing of a file that was not added: its chunks go, now or at the next sweep.

        A file that was added all the same, by a commit whose answer was lost, stays.
        """
        identifier = ObjectId(file_id)
        try:
            self._remove_orphan(identifier)
        except PyMongoError:
            self._abandoned.add(identifier)
        finally:
            self._unfinished.discard(identifier)

    def insert_file(
        self,
        file_id: str,
        *,
        length: int,
        filename: str,
        metadata: dict[str, Any],
        session: ClientSession,
    ) -> None:
        """Make written chunks a file, inside the transaction that adds its record."""
        self._files.insert_one(
            {
                "_id": ObjectId(file_id),
                "length": length,
                "chunkSize": CHUNK_BYTES,
                "uploadDate": datetime.now(UTC),
                "filename": filename,
                "metadata": metadata,
            },
            session=session,
        )
        self._uploads.delete_one({"_id": ObjectId(file_id)}, session=session)

    def open(self, file_id: str) -> GridOut | None:
        """The file for reading and seeking, or None where it or a part of it is gone.

        Reading raises `RawFileBroken` where a part was changed.
        """
        try:
            if self.expected_chunks(file_id) != self.count(file_id)[1]:
                return None
            return self._bucket.open_download_stream(to_object_id(file_id))
        except NoFile:
            return None

    def remove(self, file_id: str, session: ClientSession | None = None) -> tuple[int, int]:
        """Remove file and chunks; returns how many of each were there."""
        identifier = to_object_id(file_id)
        files = self._files.delete_many({"_id": identifier}, session=session).deleted_count
        chunks = self._chunks.delete_many({"files_id": identifier}, session=session).deleted_count
        return files, chunks

    def count(self, file_id: str, session: ClientSession | None = None) -> tuple[int, int]:
        """Live count of (file rows, chunks) of one file."""
        identifier = to_object_id(file_id)
        return (
            self._files.count_documents({"_id": identifier}, session=session),
            self._chunks.count_documents({"files_id": identifier}, session=session),
        )

    def find_of(self, document_id: str) -> RawFile | None:
        """The file that says it is a document's, whatever the document's record says."""
        stored = self._files.find_one({"metadata.document_id": document_id})
        if stored is None:
            return None
        sha256 = stored["metadata"].get("sha256", "")
        return RawFile(str(stored["_id"]), str(stored.get("filename", "")), str(sha256))

    def expected_chunks(self, file_id: str) -> int | None:
        """How many chunks the file's length calls for; None where there is no file."""
        stored = self._files.find_one({"_id": to_object_id(file_id)}, {"length": 1, "chunkSize": 1})
        if stored is None:
            return None
        return -(-int(stored["length"]) // int(stored["chunkSize"]))

    def file_ids(self) -> set[str]:
        """Ids of all files."""
        return {str(stored["_id"]) for stored in self._files.find({}, {"_id": 1})}

    def orphaned_chunk_owners(self) -> dict[str, int]:
        """File ids that have chunks but no file row, with the number of chunks; for an audit.

        What this process is writing is left out. By an index alone: no bytes are read.
        """
        pipeline: list[dict[str, Any]] = [
            {"$group": {"_id": "$files_id", "count": {"$sum": 1}}},
            {
                "$lookup": {
                    "from": self._files.name,
                    "localField": "_id",
                    "foreignField": "_id",
                    "as": "file",
                }
            },
            {"$match": {"file": []}},
        ]
        found = list(self._chunks.aggregate(pipeline, hint={"files_id": 1, "n": 1}))
        return {
            str(row["_id"]): row["count"] for row in found if row["_id"] not in self._unfinished
        }

    def sweep_orphaned_chunks(self, older_than: timedelta) -> int:
        """Remove chunks a broken upload left, once they are old enough; returns how many.

        The age of an upload in progress is that of its file id, which carries its birth time.
        Of this process's own it is known whether they are in progress or were abandoned.
        """
        limit = datetime.now(UTC) - older_than
        removed = 0
        for given_up in list(self._abandoned):
            removed += self._remove_orphan(given_up)
            self._abandoned.discard(given_up)
        oldest_kept = ObjectId.from_datetime(limit + timedelta(seconds=1))
        for upload in self._uploads.find({"_id": {"$lt": oldest_kept}}):
            if upload["_id"] not in self._unfinished:
                removed += self._remove_orphan(upload["_id"])
        return removed

    def _remove_orphan(self, identifier: ObjectId) -> int:
        """Remove the chunks of a file that is not there; returns how many.

        The look comes last: the file may have been added since its chunks were found without one.
        """
        if self._files.find_one({"_id": identifier}, {"_id": 1}) is not None:
            return 0
        removed = self._chunks.delete_many({"files_id": identifier}).deleted_count
        self._uploads.delete_one({"_id": identifier})
        return removed

    def note_orphans(self) -> None:
        """Enter what broken uploads of an earlier version left, for the sweep."""
        for file_id in self.orphaned_chunk_owners():
            identifier = {"_id": to_object_id(file_id)}
            self._uploads.replace_one(identifier, identifier, upsert=True)


def _regroup(pieces: Iterable[bytes], size: int) -> Iterator[bytes]:
    """The same bytes in pieces of `size`, the last one shorter."""
    waiting = bytearray()
    for piece in pieces:
        waiting += piece
        while len(waiting) >= size:
            yield bytes(waiting[:size])
            del waiting[:size]
    if waiting:
        yield bytes(waiting)
