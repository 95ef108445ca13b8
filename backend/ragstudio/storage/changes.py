"""Following the chunks as they change, with a barrier that makes a follower current."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import numpy as np
from bson.timestamp import Timestamp
from numpy.typing import NDArray
from pymongo.change_stream import ChangeStream
from pymongo.database import Database
from pymongo.errors import PyMongoError

from ragstudio.errors import IndexNotReady
from ragstudio.storage.chunk_fields import SEARCHABLE
from ragstudio.storage.errors import unavailable
from ragstudio.storage.mapping import BsonDocument, chunk_from_bson, vector_from_bson
from ragstudio.storage.streams import drain

Position = tuple[int, int]
"""A cluster time: (seconds, increment). Later writes have greater positions."""

_BATCH = 2000
_BARRIER = "barrier"
_DROPS = ("drop", "rename", "dropDatabase", "invalidate")


class FeedInvalidated(Exception):
    """The feed missed something (a dropped collection, a lost history): read everything again."""


@dataclass(frozen=True, slots=True)
class ChunkEntry:
    """What an index needs of one chunk.

    `vector` is float32 of shape (dimensions,), or None where the chunk carries none that can be
    read. `section_path` is the folded `section` and every path above it. The source is in force
    on each day with `in_force_from <= day < in_force_until`; `searchable` says that the document
    is ready.
    """

    chunk_id: str
    document_id: str
    content: str
    vector: NDArray[np.float32] | None
    embedding_model: str
    group: str
    section: str | None
    block_type: str
    source_status: str
    section_path: tuple[str, ...] = ()
    in_force_from: date = date.min
    in_force_until: date = date.max
    searchable: bool = True


@dataclass(frozen=True, slots=True)
class ChunkChange:
    """One change of one chunk; `entry` is None where the chunk was deleted."""

    chunk_id: str
    entry: ChunkEntry | None


class ChunkFeed:
    """All chunks, then every change of them, in the order of MongoDB's history.

    Use: `open()`, `snapshot()`, then `poll()` for ever. Changes made during the snapshot come
    again in `poll()`; applying a change twice must therefore do no harm.
    """

    def __init__(self, database: Database[BsonDocument]) -> None:
        self._database = database
        self._chunks = database["chunks"]
        self._meta = database["meta"]
        self._stream: ChangeStream[BsonDocument] | None = None
        self._position: Position = (0, 0)
        self._started_at: Position = (0, 0)
        self._barrier_seen: Position = (0, 0)

    @property
    def position(self) -> Position:
        """Everything up to here has been handed out, apart from the rest of a transaction that
        committed exactly here; `barrier` never relies on such a position."""
        return self._position

    def open(self) -> None:
        """Start following from now. Raises `DatabaseUnavailable`."""
        try:
            started_at = self._operation_time()
            self._stream = self._database.watch(
                [
                    {
                        "$match": {
                            "$or": [
                                {"ns.coll": "chunks"},
                                {"ns.coll": "meta", "documentKey._id": _BARRIER},
                                {"operationType": {"$in": ["dropDatabase", "invalidate"]}},
                            ]
                        }
                    },
                    {"$unset": ["fullDocument.blocks", "updateDescription"]},
                ],
                full_document="updateLookup",
                start_at_operation_time=Timestamp(*started_at),
                max_await_time_ms=500,
            )
        except PyMongoError as error:
            raise unavailable(error) from error
        self._started_at = self._position = started_at

    def snapshot(self, batch_size: int = _BATCH) -> Iterator[list[ChunkEntry]]:
        """All chunks there are, in batches. Raises `DatabaseUnavailable`."""
        try:
            with self._database.client.start_session(causal_consistency=True) as session:
                # Without this, a write acknowledged just before `open` but not yet committed by
                # the majority would be in neither the snapshot nor the stream.
                session.advance_operation_time(Timestamp(*self._started_at))
                batch: list[ChunkEntry] = []
                found = self._chunks.find({}, {"blocks": 0}, session=session).sort("_id", 1)
                for stored in found:
                    batch.append(_entry_from(stored))
                    if len(batch) >= batch_size:
                        yield batch
                        batch = []
                if batch:
                    yield batch
        except PyMongoError as error:
            raise unavailable(error) from error

    def poll(self, max_wait_ms: int = 500) -> list[ChunkChange]:
        """Changes since the last call; waits for the first one, at most `max_wait_ms`.

        Raises `FeedInvalidated` when everything must be read again, `DatabaseUnavailable` when
        MongoDB is away; after either, `open` again.
        """
        if self._stream is None:
            raise FeedInvalidated("not open")
        # The wait is a property of the driver's cursor; there is no public way to change it.
        cursor = getattr(self._stream, "_cursor", None)
        if cursor is not None:
            cursor._max_await_time_ms = max_wait_ms
        changes: list[ChunkChange] = []
        try:
            for event in self._drain_whole_transactions(self._stream):
                self._take(event, changes)
        except PyMongoError as error:
            raise unavailable(error) from error
        if not self._stream.alive:
            raise FeedInvalidated("closed by MongoDB")
        return changes

    def barrier(self) -> Position:
        """The position a follower must have applied to hold every write acknowledged before now.

        Callable from any thread. Costs one small write when the newest write in MongoDB is one
        the feed cannot place (another collection's, or one not yet handed out), else a ping.
        Raises `DatabaseUnavailable`.
        """
        try:
            newest = self._operation_time()
            position = self._position
            if newest < position or newest == self._barrier_seen:
                return position
            with self._database.client.start_session() as session:
                self._meta.update_one(
                    {"_id": _BARRIER}, {"$inc": {"count": 1}}, upsert=True, session=session
                )
                written = session.operation_time
        except PyMongoError as error:
            raise unavailable(error) from error
        if written is None:
            raise _without_operation_time()
        return (written.time, written.inc)

    def close(self) -> None:
        """Stop following; harmless if not open."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _drain_whole_transactions(
        self, stream: ChangeStream[BsonDocument]
    ) -> Iterator[Mapping[str, Any]]:
        """What has arrived, and of a transaction all of it.

        Whoever swaps a document's chunks in one transaction must not be seen half-way. The events
        of a transaction carry its number and follow each other without a wait.
        """
        last: Mapping[str, Any] | None = None
        while True:
            for event in drain(stream, _BATCH):
                last = event
                yield event
            cursor = getattr(stream, "_cursor", None)
            if last is None or "txnNumber" not in last or cursor is None:
                return
            transaction, last = (last["txnNumber"], last.get("lsid")), None
            cursor._max_await_time_ms = 1
            following = stream.try_next()
            if following is None:
                return
            yield following
            if (following.get("txnNumber"), following.get("lsid")) != transaction:
                return
            last = following

    def _take(self, event: Mapping[str, Any], changes: list[ChunkChange]) -> None:
        operation = event["operationType"]
        if operation in _DROPS:
            raise FeedInvalidated(operation)
        at = event["clusterTime"]
        position = (at.time, at.inc)
        if event["ns"]["coll"] == "meta":
            self._barrier_seen = position
        elif operation in ("insert", "update", "replace", "delete"):
            stored = event.get("fullDocument")
            chunk_id = str(event["documentKey"]["_id"])
            changes.append(ChunkChange(chunk_id, _entry_from(stored) if stored else None))
        self._position = position

    def _operation_time(self) -> Position:
        # Without one while a server that has just been started has no primary yet.
        at = self._database.client.admin.command("ping").get("operationTime")
        if at is None:
            raise _without_operation_time()
        return (at.time, at.inc)


def _without_operation_time() -> IndexNotReady:
    return IndexNotReady(
        "MongoDB reports no operation time.",
        hint="The studio needs a replica set or a sharded cluster with a primary; one that has "
        "just been started has it within seconds.",
    )


def _entry_from(stored: Mapping[str, Any]) -> ChunkEntry:
    # Read as a search reads it, so that a filter goes by what is shown.
    chunk = chunk_from_bson(stored)
    return ChunkEntry(
        chunk_id=chunk.id,
        document_id=chunk.document_id,
        content=chunk.content,
        vector=vector_from_bson(stored.get("embedding")),
        embedding_model=chunk.embedding_model,
        group=chunk.group,
        section=chunk.section,
        block_type=chunk.block_type.value,
        source_status=chunk.source_status.value,
        section_path=_read_texts(stored.get("section_path")),
        in_force_from=chunk.in_force_from,
        in_force_until=chunk.in_force_until,
        searchable=stored.get(SEARCHABLE) is True,
    )


def _read_texts(stored: object) -> tuple[str, ...]:
    return tuple(map(str, stored)) if isinstance(stored, list) else ()
