"""Records and chunks as BSON in an archive: written from what is stored, read as hostile input."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import IO, Any

import bson
from bson import ObjectId
from bson.codec_options import CodecOptions
from bson.errors import InvalidBSON
from bson.int64 import Int64
from pydantic import ValidationError

from ragstudio.records import Block, Chunk, Document, SourceMetadata
from ragstudio.storage.chunk_fields import SEARCHABLE, derive_fields
from ragstudio.storage.mapping import (
    CONTENT_HASH,
    BsonDocument,
    to_bson,
    to_date,
    vector_from_bson,
)

# MongoDB holds no larger one.
MOST_RECORD_BYTES = 16 * 1024 * 1024
_MOST_DEPTH = 8
_PREFIX_BYTES = 4
_SMALLEST_BSON = 5
# By their exact types: code is a kind of text too.
_PLAIN = frozenset({str, int, Int64, float, bool, datetime, ObjectId, type(None)})
_ID = re.compile(r"[0-9a-f]{24}")
_SHA256 = re.compile(r"[0-9a-f]{64}")
_KEPT_TWICE = re.compile(r":[0-9a-f]{32}")
_DATES = ("effective_date", "superseded_date")
# Follow from the rest, and are made when it is stored.
_DERIVED = frozenset({"in_force_from", "in_force_until"})
_CHUNK_KEYS = frozenset(Chunk.model_fields) - {"id"} - _DERIVED | {"_id", "blocks", CONTENT_HASH}
_OPTIONS: CodecOptions[BsonDocument] = CodecOptions(tz_aware=True)


class UnsoundRecord(Exception):
    """A record or chunk that is not of the studio's shape. Its text is never repeated."""


@dataclass(frozen=True, slots=True)
class ArchivedRecord:
    """A document's record, and the identity that keeps it from being stored twice."""

    document: Document
    identity: str


def encode_record(record: ArchivedRecord) -> bytes:
    """One record as BSON."""
    return bson.encode({**to_bson(record.document), "identity": record.identity})


def decode_record(data: bytes) -> ArchivedRecord:
    """What `encode_record` wrote. Raises `UnsoundRecord` for everything else."""
    fields = _decode(data)
    identity = fields.pop("identity", None)
    _check_plain(fields)
    source = fields.get("source")
    if isinstance(source, dict):
        fields["source"] = _with_days(source)
    document = _validate(Document, fields)
    ids = (
        document.id,
        document.raw_file_id,
        document.replaces_document_id,
        document.replaced_by_document_id,
    )
    if not all(value is None or _ID.fullmatch(value) for value in ids):
        raise UnsoundRecord("an id is not one of MongoDB's")
    if not _SHA256.fullmatch(document.sha256):
        raise UnsoundRecord("sha256 is none")
    if not isinstance(identity, str) or not (
        identity == document.sha256
        or (
            identity.startswith(document.sha256)
            and _KEPT_TWICE.fullmatch(identity[len(document.sha256) :])
        )
    ):
        raise UnsoundRecord("identity is not that of the bytes")
    return ArchivedRecord(document, identity)


def encode_chunk(stored: Mapping[str, Any], dimensions: int) -> bytes:
    """One stored chunk as BSON, its vector as it is.

    Raises `UnsoundRecord` where an edit by hand has left it unusable.
    """
    row = {key: value for key, value in stored.items() if key in _CHUNK_KEYS}
    build_chunk_row(row, dimensions)
    return bson.encode(row)


def read_chunk_rows(stream: IO[bytes], dimensions: int) -> Iterator[BsonDocument]:
    """The chunks of a stream of BSON documents, as rows of the collection.

    Raises `UnsoundRecord`.
    """
    while prefix := stream.read(_PREFIX_BYTES):
        length = int.from_bytes(prefix, "little")
        if len(prefix) < _PREFIX_BYTES or not _SMALLEST_BSON <= length <= MOST_RECORD_BYTES:
            raise UnsoundRecord("a chunk has a senseless length")
        yield build_chunk_row(_decode(prefix + stream.read(length - _PREFIX_BYTES)), dimensions)


def build_chunk_row(row: BsonDocument, dimensions: int) -> BsonDocument:
    """The row to store, made of validated values alone. Raises `UnsoundRecord`."""
    fields = dict(row)
    vector = fields.pop("embedding", None)
    blocks = fields.pop("blocks", [])
    hashed = fields.pop(CONTENT_HASH, None)
    identifier, owner = fields.pop("_id", None), fields.get("document_id")
    _check_plain([fields, blocks])
    if not (isinstance(identifier, ObjectId) and isinstance(owner, ObjectId)):
        raise UnsoundRecord("a chunk's id is not one of MongoDB's")
    numbers = vector_from_bson(vector)
    if numbers is None or len(numbers) != dimensions:
        raise UnsoundRecord(f"a chunk has no vector of {dimensions} numbers")
    if hashed is not None and not (isinstance(hashed, str) and _SHA256.fullmatch(hashed)):
        raise UnsoundRecord("a chunk's hash is none")
    if not isinstance(blocks, list):
        raise UnsoundRecord("a chunk's blocks are no list")
    chunk = _validate(
        Chunk, {**_with_days(fields), "id": str(identifier), "document_id": str(owner)}
    )
    if not 0 <= chunk.context_length <= len(chunk.content):
        raise UnsoundRecord("a chunk's context is longer than its content")
    if not 0 <= chunk.char_start <= chunk.char_end:
        raise UnsoundRecord("a chunk ends before it begins")
    begins, ends = SourceMetadata(
        status=chunk.source_status,
        effective_date=chunk.effective_date,
        superseded_date=chunk.superseded_date,
    ).in_force_range
    chunk = chunk.model_copy(update={"in_force_from": begins, "in_force_until": ends})
    stored: BsonDocument = to_bson(chunk)
    del stored["id"]
    return {
        "_id": identifier,
        **stored,
        **derive_fields(chunk),
        SEARCHABLE: False,
        **({CONTENT_HASH: hashed} if hashed else {}),
        "document_id": owner,
        "embedding": vector,
        "blocks": [to_bson(_validate(Block, block)) for block in blocks],
    }


def _decode(data: bytes) -> BsonDocument:
    try:
        return bson.decode(data, _OPTIONS)
    except (InvalidBSON, ValueError, OverflowError, RecursionError) as error:
        raise UnsoundRecord("it is no BSON") from error


def _validate(record: Any, fields: object) -> Any:
    try:
        return record.model_validate(fields)
    except ValidationError as error:
        # Values are left out: they are text of a document.
        wrong = sorted({".".join(map(str, part["loc"]))[:80] for part in error.errors()})
        raise UnsoundRecord(f"wrong or unknown: {', '.join(wrong)[:400]}") from None


def _check_plain(value: object, depth: int = 0) -> None:
    """Only values that cannot be code, references or operators, and not nested without end."""
    if depth > _MOST_DEPTH:
        raise UnsoundRecord("it is nested too deeply")
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str) or key.startswith("$") or "." in key or "\0" in key:
                raise UnsoundRecord("a field's name is none")
            _check_plain(item, depth + 1)
    elif isinstance(value, list):
        for item in value:
            _check_plain(item, depth + 1)
    elif type(value) not in _PLAIN:
        raise UnsoundRecord(f"a value is of the type {type(value).__name__}")


def _with_days(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Dates are stored as midnight UTC."""
    days: dict[str, date | None] = {}
    for name in _DATES:
        value = fields.get(name)
        if value is not None and not isinstance(value, datetime):
            raise UnsoundRecord(f"{name} is no date")
        days[name] = to_date(value)
    return {**fields, **{name: day for name, day in days.items() if name in fields}}
