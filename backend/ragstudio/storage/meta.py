"""The collection `meta`: the corpus's vector space, and the few facts kept by name."""

import re
from datetime import UTC, datetime
from typing import Any

from pymongo.client_session import ClientSession
from pymongo.collection import Collection

from ragstudio.errors import IndexNotReady
from ragstudio.records import EmbeddingSpace
from ragstudio.storage.mapping import BsonDocument, to_bson

_SPACE = "embedding_space"
APPLIED_THRESHOLD = "threshold:"


class MetaRepository:
    """All queries on `meta`."""

    def __init__(self, collection: Collection[BsonDocument]) -> None:
        self._collection = collection

    def embedding_space(self, session: ClientSession | None = None) -> EmbeddingSpace | None:
        """The space of the stored vectors; None before the first document.

        Raises `IndexNotReady` while the vectors are being switched to another space.
        """
        stored = self._collection.find_one({"_id": _SPACE}, session=session)
        if stored and stored.get("switching_to"):
            raise IndexNotReady(
                "The vectors are being switched to another embedding model.",
                hint="Wait a moment; if it was interrupted, run `ragstudio reembed` again.",
            )
        return _space_from(stored) if stored else None

    def current_space(self) -> EmbeddingSpace | None:
        """The space in force, also while a switch is under way."""
        stored = self._collection.find_one({"_id": _SPACE})
        return _space_from(stored) if stored else None

    def claim_embedding_space(self, space: EmbeddingSpace) -> EmbeddingSpace:
        """Set the space if none is set yet; returns the one in force."""
        stored = self._collection.find_one_and_update(
            {"_id": _SPACE},
            {"$setOnInsert": {**space.model_dump(), "set_at": datetime.now(UTC)}},
            upsert=True,
            return_document=True,
        )
        return _space_from(stored) if stored else space

    def replace_embedding_space(
        self, space: EmbeddingSpace, session: ClientSession | None = None
    ) -> None:
        """Move the corpus to another space."""
        self._collection.replace_one(
            {"_id": _SPACE},
            {**space.model_dump(), "set_at": datetime.now(UTC)},
            upsert=True,
            session=session,
        )

    def pending_embedding_space(self) -> EmbeddingSpace | None:
        """The space a re-embedding has begun to switch to; None when no switch is under way."""
        stored = self._collection.find_one({"_id": _SPACE})
        pending = (stored or {}).get("switching_to")
        return EmbeddingSpace.model_validate(pending) if pending else None

    def begin_switch(self, space: EmbeddingSpace) -> None:
        """Note that vectors are being moved over to `space`; search pauses until it is done."""
        self._collection.update_one({"_id": _SPACE}, {"$set": {"switching_to": space.model_dump()}})

    def applied_threshold(self, reranker: str) -> float | None:
        """The threshold that was calibrated for this reranker and applied here, if any."""
        stored = self._collection.find_one({"_id": f"{APPLIED_THRESHOLD}{reranker}"})
        return stored["threshold"] if stored else None

    def read_entry(self, name: str) -> dict[str, Any] | None:
        """The fields kept under a name, or None."""
        stored = self._collection.find_one({"_id": name})
        return {key: value for key, value in stored.items() if key != "_id"} if stored else None

    def write_entry(self, name: str, fields: dict[str, Any]) -> None:
        """Keep fields under a name, in place of what was there."""
        self._collection.replace_one({"_id": name}, to_bson(fields), upsert=True)

    def remove_entry(self, name: str) -> bool:
        """Remove what is kept under a name; False where there is nothing."""
        return self._collection.delete_one({"_id": name}).deleted_count == 1

    def list_entries(self, prefix: str) -> dict[str, dict[str, Any]]:
        """What is kept under names with a prefix, by the rest of the name, in its order."""
        found = self._collection.find({"_id": {"$regex": f"^{re.escape(prefix)}"}}).sort("_id", 1)
        return {str(stored.pop("_id"))[len(prefix) :]: stored for stored in found}


def _space_from(stored: BsonDocument) -> EmbeddingSpace:
    return EmbeddingSpace(
        model=stored["model"], revision=stored["revision"], dimensions=stored["dimensions"]
    )
