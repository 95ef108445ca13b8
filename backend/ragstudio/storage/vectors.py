"""Draft vectors of another embedding space, kept beside the ones in use until a switch."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from pymongo import UpdateOne
from pymongo.collection import Collection

from ragstudio.records import EmbeddingSpace
from ragstudio.storage.mapping import BsonDocument, to_object_id, vector_to_bson

_DRAFT = "next_embedding"
_SPACE = "next_embedding_space"


class VectorRepository:
    """The queries of a re-embedding on `chunks`."""

    def __init__(
        self, chunks: Collection[BsonDocument], documents: Collection[BsonDocument]
    ) -> None:
        self._chunks = chunks
        self._documents = documents

    def discard_other_drafts(self, space: EmbeddingSpace) -> None:
        """Drop drafts an abandoned re-embedding to another space left."""
        self._chunks.update_many(
            {_SPACE: {"$exists": True, "$ne": _label(space)}}, {"$unset": {_DRAFT: 1, _SPACE: 1}}
        )

    def without_draft(self, space: EmbeddingSpace, limit: int) -> list[tuple[str, str]]:
        """Chunks (id, content) that are not embedded in `space` yet."""
        found = self._chunks.find(
            {
                _SPACE: {"$ne": _label(space)},
                "$nor": [{"embedding_model": space.model, "embedding_revision": space.revision}],
            },
            {"content": 1},
        ).limit(limit)
        return [(str(stored["_id"]), str(stored.get("content") or "")) for stored in found]

    def store_drafts(
        self, space: EmbeddingSpace, chunk_ids: Sequence[str], vectors: NDArray[np.float32]
    ) -> None:
        """Store drafts, `vectors` of shape (len(chunk_ids), dimensions)."""
        self._chunks.bulk_write(
            [
                UpdateOne(
                    {"_id": to_object_id(chunk_id)},
                    {"$set": {_DRAFT: vector_to_bson(vector), _SPACE: _label(space)}},
                )
                for chunk_id, vector in zip(chunk_ids, vectors, strict=True)
            ],
            ordered=False,
        )

    def switch_to(self, space: EmbeddingSpace) -> None:
        """Make the drafts the vectors in use; safe to repeat after an interruption."""
        self._chunks.update_many(
            {_SPACE: _label(space)},
            [
                {
                    "$set": {
                        "embedding": f"${_DRAFT}",
                        "embedding_model": {"$literal": space.model},
                        "embedding_revision": {"$literal": space.revision},
                    }
                },
                {"$unset": [_DRAFT, _SPACE]},
            ],
        )
        self._documents.update_many(
            {"embedding": {"$ne": None}}, {"$set": {"embedding": space.model_dump()}}
        )


def _label(space: EmbeddingSpace) -> str:
    return f"{space.model}@{space.revision}/{space.dimensions}"
