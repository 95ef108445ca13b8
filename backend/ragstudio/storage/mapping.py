"""Between records and BSON: ids, dates and enums. Everything stays readable in mongosh."""

import contextlib
import hashlib
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from enum import Enum
from typing import Any

import numpy as np
from bson import ObjectId
from bson.binary import Binary, BinaryVectorDtype
from bson.errors import InvalidId
from numpy.typing import NDArray
from pydantic import BaseModel, ValidationError

from ragstudio.records import Block, Chunk, Document, DocumentStatus, SourceMetadata
from ragstudio.storage.lenient import list_unreadable, read_leniently

BsonDocument = dict[str, Any]

CONTENT_HASH = "content_sha256"
"""The field of a stored chunk by which an edit of its content by hand is seen."""

_DOCUMENT_ID_FIELDS = ("raw_file_id", "replaces_document_id", "replaced_by_document_id")
_SOURCE_DATES = ("effective_date", "superseded_date")
_CHUNK_DAYS = ("in_force_from", "in_force_until")
# Fields may be lost to an edit by hand; what is left is still shown and searched. A status nobody
# knows is shown as failed, and like every status but `ready` it is not searched.
_DOCUMENT_DEFAULTS: BsonDocument = {
    "filename": "", "group": "", "content_type": "", "size_bytes": 0, "sha256": "",
    "raw_file_id": "", "status": DocumentStatus.FAILED,
}  # fmt: skip
_CHUNK_DEFAULTS: BsonDocument = {
    "document_id": "", "filename": "", "group": "", "chunk_index": 0, "content": "",
    "char_start": 0, "char_end": 0, "token_count": 0, "embedding_model": "",
}  # fmt: skip


def to_object_id(value: str) -> ObjectId | None:
    """The id as an ObjectId, or None where the text is not one (so it matches nothing)."""
    try:
        return ObjectId(value)
    except (InvalidId, TypeError):
        return None


def to_object_ids(values: object) -> list[ObjectId]:
    """Those of the ids that are ObjectIds."""
    candidates = (to_object_id(str(value)) for value in values)  # type: ignore[attr-defined]
    return [value for value in candidates if value is not None]


def to_bson(value: Any) -> Any:
    """A record, or a part of one, as BSON can hold it: enums by value, dates at midnight UTC."""
    if isinstance(value, BaseModel):
        return to_bson(dict(value))
    if isinstance(value, Mapping):
        return {key: to_bson(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [to_bson(item) for item in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime.combine(value, time.min, tzinfo=UTC)
    return value


def document_from_bson(stored: Mapping[str, Any]) -> Document:
    """The record of one document; defaults stand in for what an edit by hand made unreadable."""
    fields = {key: value for key, value in stored.items() if key in Document.model_fields}
    fields["id"] = str(stored["_id"])
    for name in _DOCUMENT_ID_FIELDS:
        if fields.get(name) is not None:
            fields[name] = str(fields[name])
    fields["source"] = source_from_bson(stored.get("source"))
    made_at = _time_of(stored["_id"])
    return read_leniently(
        Document, fields, {**_DOCUMENT_DEFAULTS, "created_at": made_at, "updated_at": made_at}
    )


def source_from_bson(stored: object) -> SourceMetadata:
    """A document's source metadata; what cannot be read counts as not stated."""
    if not isinstance(stored, Mapping):
        return SourceMetadata()
    fields = {key: value for key, value in stored.items() if key in SourceMetadata.model_fields}
    for name in _SOURCE_DATES:
        fields[name] = to_date(fields.get(name))
    return read_leniently(SourceMetadata, fields, {})


def chunk_from_bson(stored: Mapping[str, Any], *, with_vector: bool = False) -> Chunk:
    """One chunk, its vector only on request; defaults stand in for what cannot be read."""
    fields = _list_chunk_fields(stored)
    if with_vector:
        vector = vector_from_bson(stored.get("embedding"))
        fields["embedding"] = None if vector is None else [float(x) for x in vector]
    return read_leniently(Chunk, fields, _CHUNK_DEFAULTS)


def list_edited_fields(stored: Mapping[str, Any]) -> list[str]:
    """The fields of a stored chunk that an edit by hand took away or made unreadable, and
    `content` where it is not the one that was stored.

    Chunks of older versions carry no hash; of those no edit of the content is seen.
    """
    edited = list_unreadable(Chunk, _list_chunk_fields(stored))
    written = stored.get(CONTENT_HASH)
    if written is not None and written != hash_content(str(stored.get("content"))):
        edited = sorted({*edited, "content"})
    return edited


def hash_content(content: str) -> str:
    """Sha256 of a chunk's content, in hexadecimal."""
    return hashlib.sha256(content.encode("utf-8", "surrogatepass")).hexdigest()


def _list_chunk_fields(stored: Mapping[str, Any]) -> dict[str, Any]:
    fields = {
        key: value
        for key, value in stored.items()
        if key in Chunk.model_fields and key != "embedding"
    }
    fields["id"] = str(stored["_id"])
    if "document_id" in fields:
        fields["document_id"] = str(fields["document_id"])
    for name in _SOURCE_DATES:
        fields[name] = to_date(fields.get(name))
    for name in _CHUNK_DAYS:
        if (day := to_date(fields.pop(name, None))) is not None:
            fields[name] = day
    return fields


def blocks_from_bson(stored: object) -> list[Block]:
    """The blocks of a chunk, without those that cannot be read."""
    blocks = []
    for item in stored if isinstance(stored, list) else []:
        with contextlib.suppress(ValidationError):
            blocks.append(Block.model_validate(item))
    return blocks


def to_date(value: object) -> date | None:
    """The day of a stored date; None where there is none or something else was stored by hand."""
    return value.date() if isinstance(value, datetime) else None


def vector_to_bson(vector: NDArray[np.float32]) -> Binary:
    """A float32 vector as BSON vector (binary subtype 9)."""
    return Binary.from_vector(vector.astype(np.float32).tolist(), BinaryVectorDtype.FLOAT32)


def vector_from_bson(value: object) -> NDArray[np.float32] | None:
    """The float32 vector of shape (dimensions,), or None where the value is no BSON vector of it.

    A vector with a number that is not finite counts as none.
    """
    if not isinstance(value, bytes) or getattr(value, "subtype", None) != 9 or len(value) < 6:
        return None
    # BSON vector layout: one byte of element type, one of padding, then little-endian numbers.
    if value[0] != BinaryVectorDtype.FLOAT32.value[0] or (len(value) - 2) % 4:
        return None
    vector = np.frombuffer(value, dtype="<f4", offset=2)
    return vector if np.isfinite(vector).all() else None


def _time_of(identifier: object) -> datetime:
    return (
        identifier.generation_time
        if isinstance(identifier, ObjectId)
        else datetime.fromtimestamp(0, UTC)
    )


def new_id() -> str:
    """A fresh id, in the order of time."""
    return str(ObjectId())
