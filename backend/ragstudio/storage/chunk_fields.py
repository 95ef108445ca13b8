"""The fields a stored chunk carries for searches alone, and giving them to chunks without them.

`searchable` says that the document is ready; it changes in the transactions that change the
document. The others follow from the chunk.
"""

import hashlib
from typing import Any

import structlog
from pymongo import UpdateOne
from pymongo.database import Database

from ragstudio.records import Chunk, DocumentStatus, SourceMetadata
from ragstudio.storage.mapping import BsonDocument, chunk_from_bson, to_bson

SECTION_SEPARATOR = " > "
SEARCHABLE = "searchable"

_BATCH = 1000
_SPREAD_BITS = 31
_READ = {"embedding": 0, "blocks": 0, "next_embedding": 0}

log = structlog.get_logger(__name__)


def derive_fields(chunk: Chunk) -> BsonDocument:
    """What follows from a chunk.

    `document_key` is the document's id as text, because a search index compares many texts at
    once and many ids one by one. `section_path` is the folded heading path and every path above
    it. `spread` is a number from 0 to 2^31 that is as good as random: the chunks with the lowest
    ones are a fair sample.
    """
    digest = hashlib.sha256(f"{chunk.document_id} {chunk.chunk_index}".encode()).digest()
    return {
        "document_key": chunk.document_id,
        "section_path": list_section_ancestors(chunk.section or ""),
        "spread": int.from_bytes(digest[:4], "big") >> (32 - _SPREAD_BITS),
    }


def fold_section(path: str) -> str:
    """A heading path in the form that is compared: letter case and outer white space ignored."""
    return path.strip().casefold()


def list_section_ancestors(path: str) -> list[str]:
    """The folded heading path and every path above it: `a`, `a > b`, `a > b > c`."""
    folded = fold_section(path)
    headings = folded.split(SECTION_SEPARATOR) if folded else []
    return [SECTION_SEPARATOR.join(headings[: depth + 1]) for depth in range(len(headings))]


def complete_chunks(database: Database[BsonDocument]) -> int:
    """Give every chunk of an earlier version the fields it lacks; returns how many had none.

    Safe to repeat, to interrupt and to run in several processes: it never overwrites
    `searchable`. One look into an index where nothing is missing.
    """
    chunks, documents = database["chunks"], database["documents"]
    completed = 0
    while batch := list(chunks.find({SEARCHABLE: None}, _READ).limit(_BATCH)):
        owners = list({row["document_id"] for row in batch if "document_id" in row})
        found = documents.find(
            {"_id": {"$in": owners}, "status": DocumentStatus.READY.value}, {"_id": 1}
        )
        ready_ids = {stored["_id"] for stored in found}
        chunks.bulk_write([_complete(row, ready_ids) for row in batch], ordered=False)
        completed += len(batch)
        if completed % (100 * _BATCH) == 0:
            log.info("chunks_completed", count=completed)
    if completed:
        log.info("chunks_completed", count=completed)
    return completed


def _complete(row: BsonDocument, ready_ids: set[Any]) -> UpdateOne:
    chunk = chunk_from_bson(row)
    begins, ends = SourceMetadata(
        status=chunk.source_status,
        effective_date=chunk.effective_date,
        superseded_date=chunk.superseded_date,
    ).in_force_range
    fields = derive_fields(chunk) | to_bson({"in_force_from": begins, "in_force_until": ends})
    ready = row.get("document_id") in ready_ids
    return UpdateOne(
        {"_id": row["_id"]},
        [
            {
                "$set": {
                    **{name: {"$literal": value} for name, value in fields.items()},
                    SEARCHABLE: {"$ifNull": [f"${SEARCHABLE}", ready]},
                }
            }
        ],
    )
