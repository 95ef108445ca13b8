"""The collection `chunks`: passages with their vectors."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from bson import ObjectId
from numpy.typing import NDArray
from pymongo import ASCENDING
from pymongo.client_session import ClientSession
from pymongo.collection import Collection

from ragstudio.records import Block, Chunk, SourceMetadata
from ragstudio.storage.chunk_fields import SEARCHABLE, derive_fields
from ragstudio.storage.mapping import (
    CONTENT_HASH,
    BsonDocument,
    blocks_from_bson,
    chunk_from_bson,
    hash_content,
    list_edited_fields,
    to_bson,
    to_object_id,
    to_object_ids,
    vector_from_bson,
    vector_to_bson,
)

_INSERTED_AT_ONCE = 500
BY_DOCUMENT = {"document_id": ASCENDING, "chunk_index": ASCENDING}
"""The index that holds which chunks a document has."""


@dataclass(frozen=True, slots=True)
class NewChunk:
    """A chunk to store: its record (its `id` is ignored), its vector, the blocks it holds, and
    whether its document is ready, so that searches may find it."""

    chunk: Chunk
    vector: NDArray[np.float32]
    blocks: Sequence[Block]
    searchable: bool = False


@dataclass(frozen=True, slots=True)
class StoredPassage:
    """A chunk as it is stored now, with its vector (None where it has none that can be read)."""

    chunk: Chunk
    vector: NDArray[np.float32] | None


@dataclass(frozen=True, slots=True)
class TextPiece:
    """What rebuilding the extracted text needs of one chunk."""

    chunk_id: str
    chunk_index: int
    char_start: int
    char_end: int
    content: str
    context_length: int
    block_type: str
    token_count: int
    truncated_tokens: int
    blocks: list[Block]

    @property
    def slice(self) -> str:
        """The chunk's part of the extracted text."""
        return self.content[self.context_length :]


class ChunkRepository:
    """All queries on `chunks`."""

    def __init__(self, collection: Collection[BsonDocument]) -> None:
        self._collection = collection

    def insert(self, chunks: Sequence[NewChunk], session: ClientSession) -> None:
        """Store chunks inside the transaction that proves the worker's lease."""
        for start in range(0, len(chunks), _INSERTED_AT_ONCE):
            rows = [_to_row(new) for new in chunks[start : start + _INSERTED_AT_ONCE]]
            self._collection.insert_many(rows, session=session)

    def remove_all(self, document_id: str, session: ClientSession | None = None) -> int:
        """Remove all chunks of a document; returns how many there were."""
        return self._collection.delete_many(_of(document_id), session=session).deleted_count

    def count(self, document_id: str, session: ClientSession | None = None) -> int:
        """Live count of a document's chunks."""
        return self._collection.count_documents(_of(document_id), session=session)

    def count_vectors(self, document_id: str, session: ClientSession | None = None) -> int:
        """Live count of a document's chunks that carry a vector."""
        return self._collection.count_documents(
            {**_of(document_id), "embedding": {"$type": "binData"}}, session=session
        )

    def total(self) -> int:
        """How many chunks there are."""
        return self._collection.estimated_document_count()

    def list_page(
        self, document_id: str, *, offset: int, limit: int, with_vectors: bool = False
    ) -> list[Chunk]:
        """Chunks of a document in order, from `offset`, at most `limit`."""
        projection = {"blocks": 0} if with_vectors else {"blocks": 0, "embedding": 0}
        found = (
            self._collection.find(_of(document_id), projection)
            .sort("chunk_index", ASCENDING)
            .skip(offset)
            .limit(limit)
        )
        return [chunk_from_bson(stored, with_vector=with_vectors) for stored in found]

    def fetch_passages(self, chunk_ids: Iterable[str]) -> dict[str, StoredPassage]:
        """Those of the chunks that exist now, by id."""
        found = self._collection.find({"_id": {"$in": to_object_ids(chunk_ids)}}, {"blocks": 0})
        return {
            str(stored["_id"]): StoredPassage(
                chunk_from_bson(stored), vector_from_bson(stored.get("embedding"))
            )
            for stored in found
        }

    def find_slices(self, document_id: str, start: int, end: int) -> list[tuple[int, str]]:
        """Where the chunks that overlap `text[start:end]` begin, and their slices of the text."""
        found = self._collection.find(
            {**_of(document_id), "char_start": {"$lt": end}, "char_end": {"$gt": start}},
            {"char_start": 1, "content": 1, "context_length": 1},
        ).sort("chunk_index", ASCENDING)
        chunks = map(chunk_from_bson, found)
        return [(chunk.char_start, chunk.content[chunk.context_length :]) for chunk in chunks]

    def fetch_blocks(self, chunk_ids: Iterable[str]) -> dict[str, list[Block]]:
        """The blocks that begin in each of the chunks that exist now, by chunk id."""
        found = self._collection.find({"_id": {"$in": to_object_ids(chunk_ids)}}, {"blocks": 1})
        return {str(stored["_id"]): blocks_from_bson(stored.get("blocks")) for stored in found}

    def iterate_text(self, document_id: str) -> Iterator[TextPiece]:
        """The document's chunks in order, with the blocks that begin in each."""
        found = self._collection.find(_of(document_id), {"embedding": 0}).sort("chunk_index", 1)
        for stored in found:
            chunk = chunk_from_bson(stored)
            yield TextPiece(
                chunk_id=chunk.id,
                chunk_index=chunk.chunk_index,
                char_start=chunk.char_start,
                char_end=chunk.char_end,
                content=chunk.content,
                context_length=chunk.context_length,
                block_type=chunk.block_type.value,
                token_count=chunk.token_count,
                truncated_tokens=chunk.truncated_tokens,
                blocks=blocks_from_bson(stored.get("blocks")),
            )

    def set_source(self, document_id: str, source: SourceMetadata, session: ClientSession) -> int:
        """Carry a document's source metadata over to its chunks; returns how many changed."""
        fields = to_bson(source.list_chunk_fields())
        result = self._collection.update_many(_of(document_id), {"$set": fields}, session=session)
        return result.modified_count

    def set_searchable(self, document_id: str, session: ClientSession) -> None:
        """Let the searches find a document's chunks: it is ready in the same transaction."""
        self._collection.update_many(
            _of(document_id), {"$set": {SEARCHABLE: True}}, session=session
        )

    def document_ids(self) -> dict[str, int]:
        """Ids of the documents that have chunks, with how many each has; by an index alone."""
        rows = self._collection.aggregate(
            [{"$group": {"_id": "$document_id", "count": {"$sum": 1}}}], hint=BY_DOCUMENT
        )
        return {str(row["_id"]): row["count"] for row in rows}

    def ids_of(self, document_id: str) -> set[str]:
        """Ids of a document's chunks."""
        found = self._collection.find(_of(document_id), {"_id": 1})
        return {str(stored["_id"]) for stored in found}

    def iterate_with_edits(self) -> Iterator[tuple[Chunk, list[str]]]:
        """Every chunk, with its fields that an edit by hand made something else of."""
        for stored in self._collection.find({}, {"embedding": 0, "blocks": 0}):
            yield chunk_from_bson(stored), list_edited_fields(stored)

    def sample_passages(
        self, limit: int, *, dimensions: int
    ) -> list[tuple[Chunk, NDArray[np.float32]]]:
        """At most `limit` searchable chunks, a fair sample in the order of their ids, with vectors.

        Chunks without a vector of `dimensions` numbers are left out.
        """
        found = (
            self._collection.find({SEARCHABLE: True}, {"blocks": 0}).sort("spread", 1).limit(limit)
        )
        passages = []
        for stored in sorted(found, key=lambda each: str(each["_id"])):
            vector = vector_from_bson(stored.get("embedding"))
            if vector is not None and len(vector) == dimensions:
                passages.append((chunk_from_bson(stored), vector))
        return passages

    def count_each(self, document_ids: Iterable[str]) -> dict[str, tuple[int, int]]:
        """Live count of the chunks of each document, and of those that carry a vector."""
        rows = self._collection.aggregate(
            [
                {"$match": {"document_id": {"$in": to_object_ids(document_ids)}}},
                {
                    "$group": {
                        "_id": "$document_id",
                        "chunks": {"$sum": 1},
                        "vectors": {
                            "$sum": {"$cond": [{"$eq": [{"$type": "$embedding"}, "binData"]}, 1, 0]}
                        },
                    }
                },
            ]
        )
        return {str(row["_id"]): (row["chunks"], row["vectors"]) for row in rows}


def _to_row(new: NewChunk) -> BsonDocument:
    row: BsonDocument = to_bson(new.chunk)
    del row["id"]
    row["document_id"] = ObjectId(row["document_id"])
    row[CONTENT_HASH] = hash_content(new.chunk.content)
    row |= {**derive_fields(new.chunk), SEARCHABLE: new.searchable}
    row["embedding"] = vector_to_bson(new.vector)
    row["blocks"] = [to_bson(block) for block in new.blocks]
    return row


def _of(document_id: str) -> dict[str, Any]:
    return {"document_id": to_object_id(document_id)}
