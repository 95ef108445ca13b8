"""Giving unused pages of a running server back, and saying what it keeps below its queries."""

from datetime import UTC, datetime
from typing import Any

from pydantic import BaseModel
from pymongo import MongoClient
from pymongo.errors import OperationFailure

_MIB = 1024 * 1024
# The least `replSetResizeOplog` accepts.
SMALLEST_OPLOG_MIB = 990


class CompactedCollection(BaseModel):
    """Bytes of one collection's file, and how many of them are free pages; `refused` says why a
    server did not compact it."""

    name: str
    bytes_before: int
    bytes_after: int
    free_after: int
    refused: str | None = None


class Oplog(BaseModel):
    """The log of all writes: its bytes, its limit, and the time of the oldest write in it."""

    bytes: int
    limit_bytes: int
    oldest_write_at: datetime | None
    refused: str | None = None


def compact_collections(uri: str, database: str) -> list[CompactedCollection]:
    """Ask the server to compact every collection of a database; it stays in use meanwhile."""
    with MongoClient[dict[str, Any]](uri) as client:
        collections = []
        for name in sorted(client[database].list_collection_names()):
            before, _ = _measure(client, database, name)
            refused = None
            try:
                # `force`: a primary refuses it otherwise.
                client[database].command({"compact": name, "force": True})
            except OperationFailure as error:
                refused = _read_reason(error)
            after, free = _measure(client, database, name)
            collections.append(
                CompactedCollection(
                    name=name,
                    bytes_before=before,
                    bytes_after=after,
                    free_after=free,
                    refused=refused,
                )
            )
        return collections


def read_oplog(uri: str, *, shrink: bool = False) -> Oplog:
    """The server's oplog, its limit set to the least there is if asked."""
    with MongoClient[dict[str, Any]](uri) as client:
        refused = None
        if shrink:
            try:
                client.admin.command({"replSetResizeOplog": 1, "size": float(SMALLEST_OPLOG_MIB)})
            except OperationFailure as error:
                refused = _read_reason(error)
        try:
            stats = client["local"].command("collStats", "oplog.rs")
            oldest = client["local"]["oplog.rs"].find_one({}, {"ts": 1}, sort=[("$natural", 1)])
        except OperationFailure as error:
            if refused is None:
                refused = _read_reason(error)
            return Oplog(bytes=0, limit_bytes=0, oldest_write_at=None, refused=refused)
        return Oplog(
            bytes=int(stats["storageSize"]),
            limit_bytes=int(stats.get("maxSize", 0)),
            oldest_write_at=datetime.fromtimestamp(oldest["ts"].time, UTC) if oldest else None,
            refused=refused,
        )


def _measure(client: MongoClient[dict[str, Any]], database: str, name: str) -> tuple[int, int]:
    stats = client[database].command("collStats", name)
    return int(stats["storageSize"]), int(stats.get("freeStorageSize", 0))


def _read_reason(error: OperationFailure) -> str:
    return str((error.details or {}).get("errmsg") or type(error).__name__)[:200]
