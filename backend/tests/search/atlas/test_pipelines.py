"""The pipelines sent to Atlas, pinned word for word."""

from datetime import UTC, date, datetime

import numpy as np
import pytest

from ragstudio.records import BlockType, SourceStatus
from ragstudio.search.analysis import analyse_query
from ragstudio.search.atlas import pipelines
from ragstudio.search.atlas.definitions import TEXT_INDEX
from ragstudio.search.base import SearchFilter

_DAY = datetime(2026, 6, 30, tzinfo=UTC)
_WANTED, _EXCLUDED = "a" * 24, "b" * 24
_VECTOR = np.asarray([0.6, 0.8], dtype=np.float32)

EVERY_FILTER = SearchFilter(
    groups=("policies",),
    document_ids=(_WANTED,),
    excluded_document_ids=(_EXCLUDED,),
    source_status=(SourceStatus.CURRENT,),
    section="leave",
    block_types=(BlockType.TABLE,),
    in_force_on=date(2026, 6, 30),
)


@pytest.mark.parametrize(
    ("limit", "expected"), [(1, 20), (6, 120), (30, 600), (500, 10_000), (10_000, 10_000)]
)
def test_neighbours_are_twenty_times_the_limit_and_at_most_ten_thousand(
    limit: int, expected: int
) -> None:
    assert pipelines.count_neighbours(limit) == expected


def test_a_vector_search_filters_inside_the_stage() -> None:
    assert pipelines.search_vectors(
        "an_index", _VECTOR, 30, EVERY_FILTER, "model", exact=False
    ) == [
        {
            "$vectorSearch": {
                "index": "an_index",
                "path": "embedding",
                "queryVector": pytest.approx([0.6, 0.8]),
                "limit": 30,
                "numCandidates": 600,
                "filter": {
                    "$and": [
                        {"embedding_model": {"$eq": "model"}},
                        {"searchable": {"$eq": True}},
                        {"group": {"$in": ["policies"]}},
                        {"document_key": {"$in": [_WANTED]}},
                        {"source_status": {"$in": ["current"]}},
                        {"block_type": {"$in": ["table"]}},
                        {"section_path": {"$in": ["leave"]}},
                        {"document_key": {"$nin": [_EXCLUDED]}},
                        {"in_force_from": {"$lte": _DAY}},
                        {"in_force_until": {"$gt": _DAY}},
                    ]
                },
            }
        },
        {
            "$project": {"_id": 1, "document_id": 1, "score": {"$meta": "vectorSearchScore"}},
        },
    ]


@pytest.mark.parametrize(("limit", "exact"), [(30, True), (10_001, False)])
def test_an_exact_search_names_no_neighbours(limit: int, exact: bool) -> None:
    pipeline = pipelines.search_vectors(
        "an_index", _VECTOR, limit, SearchFilter(), "model", exact=exact
    )
    stage = pipeline[0]["$vectorSearch"]
    assert stage["exact"] is True
    assert "numCandidates" not in stage
    assert stage["filter"] == {
        "$and": [{"embedding_model": {"$eq": "model"}}, {"searchable": {"$eq": True}}]
    }


def test_a_text_search_filters_inside_the_stage_and_before_the_limit() -> None:
    text = "What does SEC-104 say on IT leave in \u4f11\u6687?"
    assert pipelines.search_text(text, analyse_query(text), 30, EVERY_FILTER) == [
        {
            "$search": {
                "index": TEXT_INDEX,
                "compound": {
                    "filter": [
                        {"equals": {"path": "searchable", "value": True}},
                        {"in": {"path": "group", "value": ["policies"]}},
                        {"in": {"path": "document_key", "value": [_WANTED]}},
                        {"in": {"path": "source_status", "value": ["current"]}},
                        {"in": {"path": "block_type", "value": ["table"]}},
                        {"in": {"path": "section_path", "value": ["leave"]}},
                        {"range": {"path": "in_force_from", "lte": _DAY}},
                        {"range": {"path": "in_force_until", "gt": _DAY}},
                    ],
                    "mustNot": [{"in": {"path": "document_key", "value": [_EXCLUDED]}}],
                    "should": [
                        {"text": {"query": text, "path": "content"}},
                        {
                            "text": {
                                "query": "it",
                                "path": {"value": "content", "multi": "identifiers"},
                            }
                        },
                        {
                            "text": {
                                "query": "sec-104",
                                "path": {"value": "content", "multi": "identifiers"},
                                "score": {"boost": {"value": 3.0}},
                            }
                        },
                        {
                            "phrase": {
                                "query": "\u4f11\u6687",
                                "path": {"value": "content", "multi": "characters"},
                            }
                        },
                    ],
                    "minimumShouldMatch": 1,
                },
                "sort": {"score": {"$meta": "searchScore", "order": -1}, "_id": 1},
            }
        },
        {"$limit": 30},
        {"$project": {"_id": 1, "document_id": 1, "score": {"$meta": "searchScore"}}},
    ]


def test_a_search_without_a_filter_sends_none() -> None:
    [search, *_] = pipelines.search_text("leave", analyse_query("leave"), 5, SearchFilter())
    assert search["$search"]["compound"] == {
        "filter": [{"equals": {"path": "searchable", "value": True}}],
        "should": [{"text": {"query": "leave", "path": "content"}}],
        "minimumShouldMatch": 1,
    }


def test_counting_asks_the_index_and_returns_no_document() -> None:
    assert pipelines.count_texts(SearchFilter(groups=("policies",))) == [
        {
            "$searchMeta": {
                "index": TEXT_INDEX,
                "compound": {
                    "filter": [
                        {"equals": {"path": "searchable", "value": True}},
                        {"in": {"path": "group", "value": ["policies"]}},
                    ]
                },
                "count": {"type": "total"},
            }
        }
    ]
    [vectors, total] = pipelines.count_vectors("an_index", [_WANTED], "model", _VECTOR, 1_010)
    assert total == {"$group": {"_id": "$document_id", "count": {"$sum": 1}}}
    assert vectors["$vectorSearch"]["exact"] is True
    assert vectors["$vectorSearch"]["limit"] == 1_010
    assert vectors["$vectorSearch"]["filter"] == {
        "$and": [{"document_key": {"$in": [_WANTED]}}, {"embedding_model": {"$eq": "model"}}]
    }
