"""The collections of runs: results of evaluations and experiments, without document text."""

from typing import Any

from bson import ObjectId
from pymongo import DESCENDING
from pymongo.collection import Collection

from ragstudio.storage.mapping import BsonDocument, to_bson, to_object_id


class EvaluationRunRepository:
    """All queries on one of them. A run is a plain dictionary with its `id` as text."""

    def __init__(self, collection: Collection[BsonDocument]) -> None:
        self._collection = collection

    def insert(self, run: dict[str, Any]) -> str:
        """Store a run; returns its id."""
        identifier = ObjectId()
        self._collection.insert_one({**to_bson(run), "_id": identifier})
        return str(identifier)

    def update(self, run_id: str, changes: dict[str, Any]) -> bool:
        """Set fields of a run; False where there is no such run."""
        result = self._collection.update_one(
            {"_id": to_object_id(run_id)}, {"$set": to_bson(changes)}
        )
        return result.matched_count == 1

    def get(self, run_id: str) -> dict[str, Any] | None:
        """One run, or None."""
        stored = self._collection.find_one({"_id": to_object_id(run_id)})
        return _with_text_id(stored) if stored else None

    def list_recent(self, limit: int, *, with_cases: bool = False) -> list[dict[str, Any]]:
        """The newest runs first; without their cases unless asked for."""
        projection = None if with_cases else {"cases": 0}
        found = self._collection.find({}, projection).sort("_id", DESCENDING).limit(limit)
        return [_with_text_id(stored) for stored in found]

    def fail_unfinished(self, reason: str) -> int:
        """Mark runs that a stop interrupted as failed; returns how many."""
        result = self._collection.update_many(
            {"status": "running"}, {"$set": {"status": "failed", "message": reason}}
        )
        return result.modified_count


def _with_text_id(stored: BsonDocument) -> dict[str, Any]:
    return {"id": str(stored.pop("_id")), **stored}
