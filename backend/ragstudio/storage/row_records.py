"""Counting over row records: chunks whose content is one record as `Column: value` lines."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from pymongo.collection import Collection

from ragstudio.records import BlockType, DocumentStatus
from ragstudio.storage.mapping import BsonDocument, to_bson, to_object_id, to_object_ids

_ROWS_STRATEGY = "rows"


@dataclass(frozen=True, slots=True)
class RecordScope:
    """Which records count; an empty tuple is no restriction. `in_force_on` as in a search."""

    groups: tuple[str, ...] = ()
    document_ids: tuple[str, ...] = ()
    source_status: tuple[str, ...] = ()
    in_force_on: date | None = None


@dataclass(frozen=True, slots=True)
class FieldValue:
    """How many records of a document have a value in a column."""

    document_id: str
    column: str
    value: str
    count: int


class RowRecordRepository:
    """Queries on `chunks` that look into row records. Counts are exact.

    A record longer than a chunk is counted once, by its first part.
    """

    def __init__(
        self, chunks: Collection[BsonDocument], documents: Collection[BsonDocument]
    ) -> None:
        self._chunks = chunks
        self._documents = documents

    def list_documents(self, scope: RecordScope) -> dict[str, str]:
        """Id and file name of the ready documents in scope that were cut into row records."""
        query: dict[str, Any] = {
            "status": DocumentStatus.READY.value,
            "chunking.strategy": _ROWS_STRATEGY,
        }
        if scope.document_ids:
            query["_id"] = {"$in": to_object_ids(scope.document_ids)}
        if scope.groups:
            query["group"] = {"$in": list(scope.groups)}
        found = self._documents.find(query, {"filename": 1}).sort("_id", 1)
        return {str(stored["_id"]): stored["filename"] for stored in found}

    def count_records(self, document_id: str, scope: RecordScope) -> int:
        """How many records of a document are in scope."""
        return self._chunks.count_documents(_match(document_id, scope, {}))

    def list_values(
        self, document_id: str, scope: RecordScope, *, most: int
    ) -> dict[str, list[str]]:
        """The columns of a document with at most `most` different values, and these values."""
        rows = self._chunks.aggregate(
            [
                {"$match": _match(document_id, scope, {})},
                *_SPLIT_LINES,
                {"$group": {"_id": "$column", "values": {"$addToSet": "$value"}}},
            ]
        )
        return {
            row["_id"]: sorted(row["values"])
            for row in rows
            if len(row["values"]) <= most and row["_id"]
        }

    def count_values(
        self,
        document_id: str,
        scope: RecordScope,
        column: str,
        conditions: Mapping[str, Sequence[str]],
    ) -> list[FieldValue]:
        """How often each value of a column comes among records that meet the conditions.

        A condition is a column and the values of which one must be there. Most frequent first,
        then by value.
        """
        rows = self._chunks.aggregate(
            [
                {"$match": _match(document_id, scope, conditions)},
                *_SPLIT_LINES,
                {"$match": {"column": column}},
                {"$group": {"_id": "$value", "count": {"$sum": 1}}},
                {"$sort": {"count": -1, "_id": 1}},
            ]
        )
        return [FieldValue(document_id, column, str(row["_id"]), row["count"]) for row in rows]

    def count_matching(
        self, document_id: str, scope: RecordScope, conditions: Mapping[str, Sequence[str]]
    ) -> int:
        """How many records of a document meet the conditions."""
        return self._chunks.count_documents(_match(document_id, scope, conditions))


_SPLIT_LINES: list[dict[str, Any]] = [
    {"$project": {"line": {"$split": ["$content", "\n"]}}},
    {"$unwind": "$line"},
    {"$project": {"line": 1, "at": {"$indexOfCP": ["$line", ": "]}}},
    {"$match": {"at": {"$gt": 0}}},
    {
        "$project": {
            "column": {"$substrCP": ["$line", 0, "$at"]},
            "value": {
                "$trim": {
                    "input": {
                        "$substrCP": [
                            "$line",
                            {"$add": ["$at", 2]},
                            {"$strLenCP": "$line"},
                        ]
                    }
                }
            },
        }
    },
]


def _match(
    document_id: str, scope: RecordScope, conditions: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    query: dict[str, Any] = {
        "document_id": to_object_id(document_id),
        # The blocks of a chunk are those that begin in it: later parts of a record have none.
        "blocks.type": BlockType.ROW.value,
    }
    clauses: list[dict[str, Any]] = []
    for column, values in conditions.items():
        either = "|".join(re.escape(value) for value in values)
        clauses.append({"content": {"$regex": rf"(?m)^{re.escape(column)}: (?:{either})\s*$"}})
    if scope.source_status:
        clauses.append({"source_status": {"$in": list(scope.source_status)}})
    if scope.in_force_on is not None:
        day = to_bson(scope.in_force_on)
        clauses.append({"in_force_from": {"$lte": day}, "in_force_until": {"$gt": day}})
    if clauses:
        query["$and"] = clauses
    return query
