"""Chunks put straight into a real MongoDB, for the contract of the search engines."""

from dataclasses import replace
from typing import Any

import numpy as np
from bson import ObjectId
from numpy.typing import NDArray
from pymongo import MongoClient

from ragstudio.records import Chunk
from ragstudio.storage.changes import ChunkEntry
from ragstudio.storage.chunks import NewChunk
from ragstudio.storage.client import Database
from tests.search.entries import MODEL, entry


class Corpus:
    """Adds chunks as ingestion does, and edits them as a person in mongosh does."""

    def __init__(self, database: Database, uri: str) -> None:
        self.database = database
        self._client: MongoClient[dict[str, Any]] = MongoClient(uri, w="majority")
        self._chunks = self._client[database.name]["chunks"]
        self._next_index = 0

    def put(self, content: str, vector: NDArray[np.float32], **fields: Any) -> ChunkEntry:
        """Store one chunk; returns its entry with the id it got."""
        return self.put_all([entry("", content, vector=vector, **fields)])[0]

    def put_all(self, entries: list[ChunkEntry]) -> list[ChunkEntry]:
        """Store chunks in one transaction; returns the entries with the ids they got."""
        first = self._next_index
        self._next_index += len(entries)
        entries = [
            replace(one, document_id=one.document_id if len(one.document_id) == 24 else "d" * 24)
            for one in entries
        ]
        new = [
            NewChunk(
                Chunk(
                    id="",
                    document_id=one.document_id,
                    filename="file.md",
                    group=one.group,
                    chunk_index=first + offset,
                    content=one.content,
                    char_start=0,
                    char_end=len(one.content),
                    section=one.section,
                    block_type=one.block_type,
                    token_count=1,
                    embedding_model=one.embedding_model,
                    source_status=one.source_status,
                    in_force_from=one.in_force_from,
                    in_force_until=one.in_force_until,
                ),
                one.vector,
                [],
                one.searchable,
            )
            for offset, one in enumerate(entries)
        ]
        self.database.transact(lambda session: self.database.chunks.insert(new, session))
        stored = self._chunks.find({"chunk_index": {"$gte": first}}, {"_id": 1}).sort("chunk_index")
        return [
            replace(one, chunk_id=str(row["_id"])) for one, row in zip(entries, stored, strict=True)
        ]

    def edit(self, chunk_id: str, **fields: Any) -> None:
        """Change fields of one chunk."""
        self._chunks.update_one({"_id": ObjectId(chunk_id)}, {"$set": fields})

    def make_ready(self, document_id: str) -> None:
        """Let the searches find a document, in a transaction as the finisher does."""
        self.database.transact(
            lambda session: self.database.chunks.set_searchable(document_id, session)
        )

    def remove(self, chunk_id: str) -> None:
        """Remove one chunk."""
        self._chunks.delete_one({"_id": ObjectId(chunk_id)})

    def remove_document(self, document_id: str) -> None:
        """Remove all chunks of a document, in a transaction as a deletion does."""
        self.database.transact(
            lambda session: self.database.chunks.remove_all(document_id, session)
        )

    def drop(self) -> None:
        """Drop the whole collection."""
        self._chunks.drop()

    def close(self) -> None:
        """Close the connection."""
        self._client.close()


__all__ = ["MODEL", "Corpus"]
