"""Questions and filters as the aggregation pipelines MongoDB Atlas answers.

Filters stand inside `$vectorSearch` and `$search`, so that they come before every limit. Grammar:
MongoDB manual, "Run Vector Search Queries", "$search" and "compound Operator".
"""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from typing import Any

from bson import ObjectId

from ragstudio.records import SourceStatus
from ragstudio.search.analysis import QueryTerms
from ragstudio.search.atlas.definitions import BARRIER_FIELD, TEXT_INDEX, VECTOR_INDEX
from ragstudio.search.base import SearchFilter, Vector
from ragstudio.search.text_query import NUMBERED_IDENTIFIER_BOOST
from ragstudio.storage.mapping import to_object_ids

MOST_NEIGHBOURS = 10_000
"""The largest `numCandidates` the server takes."""

_NEIGHBOURS_PER_RESULT = 20
_ANYTHING = {"exists": {"path": "document_id"}}

Pipeline = list[dict[str, Any]]
Clause = dict[str, Any]


def count_neighbours(limit: int) -> int:
    """`numCandidates` for `limit` results: twenty times as many, as the manual recommends."""
    return min(max(_NEIGHBOURS_PER_RESULT * limit, limit), MOST_NEIGHBOURS)


def search_vectors(
    vector: Vector,
    limit: int,
    where: SearchFilter,
    model: str,
    sections: Sequence[str] | None,
    *,
    exact: bool,
) -> Pipeline:
    """The `limit` chunks nearest to `vector`; beyond 10,000 results only an exact search answers.

    `sections` are the stored headings that `where.section` covers, None where it asks for none.
    `score` of what comes back is `(1 + cosine) / 2`, 0 to 1.
    """
    stage: dict[str, Any] = {
        "index": VECTOR_INDEX,
        "path": "embedding",
        "queryVector": [float(number) for number in vector],
        "limit": limit,
        "filter": {"$and": [{"embedding_model": {"$eq": model}}, *_match(where, sections)]},
    }
    if exact or limit > MOST_NEIGHBOURS:
        stage["exact"] = True
    else:
        stage["numCandidates"] = count_neighbours(limit)
    return [{"$vectorSearch": stage}, _project("vectorSearchScore")]


def search_text(
    text: str, terms: QueryTerms, limit: int, where: SearchFilter, sections: Sequence[str] | None
) -> Pipeline:
    """The `limit` chunks that match `text` best; ties in the order of their ids.

    `terms` are those of `text`: words are analysed anew by the server, identifiers and characters
    are asked for as they are. `score` of what comes back is BM25, 0 or more.
    """
    should: list[Clause] = []
    if terms.words:
        should.append({"text": {"query": text, "path": "content"}})
    for identifier in terms.identifiers:
        clause: Clause = {"query": identifier, "path": {"value": "content", "multi": "identifiers"}}
        if any(character.isdigit() for character in identifier):
            clause["score"] = {"boost": {"value": NUMBERED_IDENTIFIER_BOOST}}
        should.append({"text": clause})
    should.extend(
        {"phrase": {"query": pair, "path": {"value": "content", "multi": "characters"}}}
        for pair in terms.character_pairs
    )
    compound = {**_restrict(where, sections), "should": should, "minimumShouldMatch": 1}
    stage = {
        "index": TEXT_INDEX,
        "compound": compound,
        "sort": {"score": {"$meta": "searchScore", "order": -1}, "_id": 1},
    }
    return [{"$search": stage}, {"$limit": limit}, _project("searchScore")]


def count_texts(where: SearchFilter, sections: Sequence[str] | None) -> Pipeline:
    """How many chunks the text index holds that pass the filter, as `count.total`."""
    return [
        {
            "$searchMeta": {
                "index": TEXT_INDEX,
                "compound": _restrict(where, sections),
                "count": {"type": "total"},
            }
        }
    ]


def count_texts_of_model(model: str) -> Pipeline:
    """How many chunks of an embedding model the text index holds, as `count.total`."""
    return [
        {
            "$searchMeta": {
                "index": TEXT_INDEX,
                "equals": {"path": "embedding_model", "value": model},
                "count": {"type": "total"},
            }
        }
    ]


def count_vectors(document_id: ObjectId, model: str, any_vector: Vector, most: int) -> Pipeline:
    """How many vectors of a document the vector index holds, `most` at the highest, as `total`."""
    return [
        {
            "$vectorSearch": {
                "index": VECTOR_INDEX,
                "path": "embedding",
                "queryVector": [float(number) for number in any_vector],
                "limit": most,
                "exact": True,
                "filter": {
                    "$and": [
                        {"document_id": {"$eq": document_id}},
                        {"embedding_model": {"$eq": model}},
                    ]
                },
            }
        },
        {"$count": "total"},
    ]


def find_text_barrier(token: str) -> Pipeline:
    """The chunk that carries the barrier, once the text index holds it."""
    return [
        {"$search": {"index": TEXT_INDEX, "equals": {"path": BARRIER_FIELD, "value": token}}},
        {"$limit": 1},
        {"$project": {"_id": 1}},
    ]


def find_vector_barrier(token: str, any_vector: Vector) -> Pipeline:
    """The chunk that carries the barrier, once the vector index holds it."""
    return [
        {
            "$vectorSearch": {
                "index": VECTOR_INDEX,
                "path": "embedding",
                "queryVector": [float(number) for number in any_vector],
                "limit": 1,
                "exact": True,
                "filter": {BARRIER_FIELD: {"$eq": token}},
            }
        },
        {"$project": {"_id": 1}},
    ]


def excludes_all(where: SearchFilter, sections: Sequence[str] | None) -> bool:
    """Whether the filter asks for values no chunk can have: the server takes no empty list."""
    return not all(_list_wanted(where, sections).values())


def _project(score: str) -> dict[str, Any]:
    return {"$project": {"_id": 1, "document_id": 1, "score": {"$meta": score}}}


def _list_wanted(where: SearchFilter, sections: Sequence[str] | None) -> dict[str, list[Any]]:
    wanted: dict[str, list[Any] | None] = {
        "group": list(where.groups) or None,
        "document_id": to_object_ids(where.document_ids) if where.document_ids else None,
        "source_status": [str(status) for status in where.source_status] or None,
        "block_type": [str(block) for block in where.block_types] or None,
        "section": None if sections is None else list(sections),
    }
    return {path: values for path, values in wanted.items() if values is not None}


def _match(where: SearchFilter, sections: Sequence[str] | None) -> list[Clause]:
    """The filter in the query language, as far as `$vectorSearch` understands it."""
    clauses: list[Clause] = [
        {path: {"$in": values}} for path, values in _list_wanted(where, sections).items()
    ]
    excluded = to_object_ids(where.excluded_document_ids)
    if excluded:
        clauses.append({"document_id": {"$nin": excluded}})
    if where.in_force_on is not None:
        day = _at_midnight(where.in_force_on)
        # A field that is absent is not later and not earlier: "not after" says more than "until".
        clauses += [
            {"source_status": {"$ne": str(SourceStatus.DRAFT)}},
            {"$nor": [{"effective_date": {"$gt": day}}, {"superseded_date": {"$lte": day}}]},
            {
                "$or": [
                    {"superseded_date": {"$gt": day}},
                    {"source_status": {"$ne": str(SourceStatus.SUPERSEDED)}},
                ]
            },
        ]
    return clauses


def _restrict(where: SearchFilter, sections: Sequence[str] | None) -> dict[str, list[Clause]]:
    """The filter as the `filter` and `mustNot` clauses of a `compound`; they add no score."""
    required: list[Clause] = [_ANYTHING]
    required += [
        {"in": {"path": path, "value": values}}
        for path, values in _list_wanted(where, sections).items()
    ]
    refused: list[Clause] = []
    excluded = to_object_ids(where.excluded_document_ids)
    if excluded:
        refused.append({"in": {"path": "document_id", "value": excluded}})
    if where.in_force_on is not None:
        day = _at_midnight(where.in_force_on)
        later = {"range": {"path": "superseded_date", "gt": day}}
        refused += [
            {"equals": {"path": "source_status", "value": str(SourceStatus.DRAFT)}},
            {"range": {"path": "effective_date", "gt": day}},
            {"range": {"path": "superseded_date", "lte": day}},
            {
                "compound": {
                    "filter": [
                        {"equals": {"path": "source_status", "value": str(SourceStatus.SUPERSEDED)}}
                    ],
                    "mustNot": [later],
                }
            },
        ]
    return {"filter": required, "mustNot": refused} if refused else {"filter": required}


def _at_midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=UTC)
