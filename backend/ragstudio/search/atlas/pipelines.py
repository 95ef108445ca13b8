"""Questions and filters as the aggregation pipelines MongoDB Atlas answers.

Filters stand inside `$vectorSearch` and `$search`, so that they come before every limit. Grammar:
MongoDB manual, "Run Vector Search Queries", "$search" and "compound Operator".
"""

from collections.abc import Mapping, Sequence
from typing import Any

from ragstudio.search.analysis import QueryTerms
from ragstudio.search.atlas.definitions import TEXT_INDEX
from ragstudio.search.base import SearchFilter, Vector
from ragstudio.search.text_query import NUMBERED_IDENTIFIER_BOOST
from ragstudio.storage.chunk_fields import fold_section
from ragstudio.storage.mapping import to_bson

MOST_NEIGHBOURS = 10_000
"""The largest `numCandidates` the server takes."""

MOST_BUCKETS = 1_000
"""The largest `numBuckets` the server takes."""

FACETS = ("group", "source_status", "block_type", "section")

_NEIGHBOURS_PER_RESULT = 20

Pipeline = list[dict[str, Any]]
Clause = dict[str, Any]


def count_neighbours(limit: int) -> int:
    """`numCandidates` for `limit` results: twenty times as many, as the manual recommends."""
    return min(max(_NEIGHBOURS_PER_RESULT * limit, limit), MOST_NEIGHBOURS)


def search_vectors(
    index: str,
    vector: Vector,
    limit: int,
    where: SearchFilter,
    model: str,
    *,
    exact: bool,
) -> Pipeline:
    """The `limit` chunks nearest to `vector`; beyond 10,000 results only an exact search answers.

    `score` of what comes back is `(1 + cosine) / 2`, 0 to 1.
    """
    stage: dict[str, Any] = {
        "index": index,
        "path": "embedding",
        "queryVector": [float(number) for number in vector],
        "limit": limit,
        "filter": {"$and": [{"embedding_model": {"$eq": model}}, *_match(where)]},
    }
    if exact or limit > MOST_NEIGHBOURS:
        stage["exact"] = True
    else:
        stage["numCandidates"] = count_neighbours(limit)
    return [{"$vectorSearch": stage}, _project("vectorSearchScore")]


def search_text(text: str, terms: QueryTerms, limit: int, where: SearchFilter) -> Pipeline:
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
    compound = {**_restrict(where), "should": should, "minimumShouldMatch": 1}
    stage = {
        "index": TEXT_INDEX,
        "compound": compound,
        "sort": {"score": {"$meta": "searchScore", "order": -1}, "_id": 1},
    }
    return [{"$search": stage}, {"$limit": limit}, _project("searchScore")]


def count_texts(where: SearchFilter) -> Pipeline:
    """How many searchable chunks of the text index pass the filter, as `count.total`."""
    return _count(compound=_restrict(where))


def count_texts_of(document_id: str) -> Pipeline:
    """How many chunks of a document the text index holds, ready or not, as `count.total`."""
    return _count(equals={"path": "document_key", "value": document_id})


def count_all_texts() -> Pipeline:
    """How many chunks the text index holds, ready or not, as `count.total`."""
    return _count(exists={"path": "document_key"})


def _count(**operator: Clause) -> Pipeline:
    return [{"$searchMeta": {"index": TEXT_INDEX, **operator, "count": {"type": "total"}}}]


def count_texts_by_document(document_ids: Sequence[str]) -> Pipeline:
    """How many chunks of each document the text index holds, ready or not, as `documents`.

    At most `MOST_BUCKETS` documents at once.
    """
    operator = {"in": {"path": "document_key", "value": list(document_ids)}}
    return _count_buckets(operator, {"documents": "document_key"})


def count_facets() -> Pipeline:
    """How many searchable chunks have each value of what can be filtered by."""
    return _count_buckets(
        {"equals": {"path": "searchable", "value": True}}, {name: name for name in FACETS}
    )


def _count_buckets(operator: Clause, paths: Mapping[str, str]) -> Pipeline:
    facets = {
        name: {"type": "string", "path": path, "numBuckets": MOST_BUCKETS}
        for name, path in paths.items()
    }
    facet = {"operator": operator, "facets": facets}
    return [{"$searchMeta": {"index": TEXT_INDEX, "facet": facet}}]


def count_vectors(
    index: str, document_ids: Sequence[str], model: str, any_vector: Vector, most: int
) -> Pipeline:
    """How many vectors of each document the vector index holds, `most` at the highest."""
    return [
        {
            "$vectorSearch": {
                "index": index,
                "path": "embedding",
                "queryVector": [float(number) for number in any_vector],
                "limit": most,
                "exact": True,
                "filter": {
                    "$and": [
                        {"document_key": {"$in": list(document_ids)}},
                        {"embedding_model": {"$eq": model}},
                    ]
                },
            }
        },
        {"$group": {"_id": "$document_id", "count": {"$sum": 1}}},
    ]


def _project(score: str) -> dict[str, Any]:
    return {"$project": {"_id": 1, "document_id": 1, "score": {"$meta": score}}}


def _list_wanted(where: SearchFilter) -> dict[str, list[str]]:
    """The values of which a chunk must have one, by field: texts alone, compared all at once."""
    wanted = {
        "group": list(where.groups),
        "document_key": list(where.document_ids),
        "source_status": [str(status) for status in where.source_status],
        "block_type": [str(block) for block in where.block_types],
        "section_path": [] if where.section is None else [fold_section(where.section)],
    }
    return {path: values for path, values in wanted.items() if values}


def _match(where: SearchFilter) -> list[Clause]:
    """The filter in the query language, as far as `$vectorSearch` understands it."""
    clauses: list[Clause] = [{"searchable": {"$eq": True}}]
    clauses += [{path: {"$in": values}} for path, values in _list_wanted(where).items()]
    if where.excluded_document_ids:
        clauses.append({"document_key": {"$nin": list(where.excluded_document_ids)}})
    if where.in_force_on is not None:
        day = to_bson(where.in_force_on)
        clauses += [{"in_force_from": {"$lte": day}}, {"in_force_until": {"$gt": day}}]
    return clauses


def _restrict(where: SearchFilter) -> dict[str, list[Clause]]:
    """The filter as the `filter` and `mustNot` clauses of a `compound`; they add no score."""
    required: list[Clause] = [{"equals": {"path": "searchable", "value": True}}]
    required += [
        {"in": {"path": path, "value": values}} for path, values in _list_wanted(where).items()
    ]
    if where.in_force_on is not None:
        day = to_bson(where.in_force_on)
        required += [
            {"range": {"path": "in_force_from", "lte": day}},
            {"range": {"path": "in_force_until", "gt": day}},
        ]
    if not where.excluded_document_ids:
        return {"filter": required}
    excluded = {"path": "document_key", "value": list(where.excluded_document_ids)}
    return {"filter": required, "mustNot": [{"in": excluded}]}
