"""Raw files in GridFS (bucket `raw_files`), written so that they can join a transaction.

PyMongo's GridFSBucket refuses sessions in a transaction, so the two collections are written and
removed directly, in the layout of MongoDB's GridFS specification; reading goes through PyMongo.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from bson import ObjectId
from bson.binary import Binary
from gridfs import GridFSBucket, NoFile
from gridfs.synchronous.grid_file import GridOut
from pymongo.client_session import ClientSession
from pymongo.database import Database

from ragstudio.storage.mapping import BsonDocument, to_object_id

BUCKET = "raw_files"
CHUNK_BYTES = 255 * 1024
_CHUNKS_A_WRITE = 16


class RawFileRepository:
    """All queries on `raw_files.files` and `raw_files.chunks`."""

    def __init__(self, database: Database[BsonDocument]) -> None:
        self._files = database[f"{BUCKET}.files"]
        self._chunks = database[f"{BUCKET}.chunks"]
        self._bucket = GridFSBucket(database, bucket_name=BUCKET)

    def write_chunks(self, pieces: Iterable[bytes]) -> tuple[str, int]:
        """Store the bytes as GridFS chunks of a new file id; returns that id and the length.

        `pieces` may have any sizes. The file is not visible before `insert_file`.
        """
        file_id = ObjectId()
        number, length, waiting = 0, 0, []
        for data in _regroup(pieces, CHUNK_BYTES):
            waiting.append({"files_id": file_id, "n": number, "data": Binary(data)})
            number, length = number + 1, length + len(data)
            if len(waiting) == _CHUNKS_A_WRITE:
                self._chunks.insert_many(waiting)
                waiting = []
        if waiting:
            self._chunks.insert_many(waiting)
        return str(file_id), length

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

    def open(self, file_id: str) -> GridOut | None:
        """The file for reading and seeking, or None where it is gone."""
        try:
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
        """File ids that have chunks but no file row, with the number of chunks."""
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
        return {str(row["_id"]): row["count"] for row in self._chunks.aggregate(pipeline)}

    def sweep_orphaned_chunks(self, older_than: timedelta) -> int:
        """Remove chunks a broken upload left, once they are old enough; returns how many.

        The age of an upload in progress is that of its file id, which carries its birth time.
        """
        limit = datetime.now(UTC) - older_than
        removed = 0
        for file_id in self.orphaned_chunk_owners():
            identifier = to_object_id(file_id)
            if identifier is not None and identifier.generation_time <= limit:
                removed += self._chunks.delete_many({"files_id": identifier}).deleted_count
        return removed


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
